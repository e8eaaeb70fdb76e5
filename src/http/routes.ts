// Request target to what is asked for: a record of a collection, by the keys to look under, or a page by its path.
import { API_PREFIX, type Collection, ENDPOINTS, type Endpoint } from "../contract/endpoints.ts";
import { parseParameter } from "../identifiers/parameter.ts";
import { hasSeparator, registrationOnlyKey } from "../identifiers/registration.ts";
import { recordKey } from "../snapshot/format.ts";

export type Route =
  | {
      readonly kind: "record";
      readonly endpoint: Endpoint;
      readonly parameter: string;
      readonly keys: readonly string[];
    }
  | { readonly kind: "page"; readonly path: string };

const ROOT = `${API_PREFIX}/`;
const BY_COLLECTION = new Map<string, Endpoint>(ENDPOINTS.map((endpoint) => [endpoint.collection, endpoint]));

export function pathOf(target: string): string {
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  // Absolute form, as sent to proxies: http://host/path.
  const scheme = path.startsWith("/") ? -1 : path.indexOf("://");
  if (scheme < 0) return path;
  const slash = path.indexOf("/", scheme + 3);
  return slash < 0 ? "/" : path.slice(slash);
}

export function routeOf(path: string): Route {
  if (!path.startsWith(ROOT)) return { kind: "page", path };
  const slash = path.indexOf("/", ROOT.length);
  const endpoint = slash < 0 ? undefined : BY_COLLECTION.get(path.slice(ROOT.length, slash));
  const parameter = path.slice(slash + 1);
  if (endpoint === undefined || parameter === "" || parameter.includes("/")) return { kind: "page", path };
  return { kind: "record", endpoint, parameter, keys: lookupKeys(endpoint, parameter) };
}

/** Keys to try in order; none where the parameter cannot be an identifier, which spares the store the question. */
function lookupKeys(endpoint: Endpoint, parameter: string): readonly string[] {
  const identifier = parseParameter(parameter);
  if (identifier === null) return [];
  const { collection } = endpoint;
  return endpoint.spelling === "mark"
    ? markKeys(collection, identifier)
    : [recordKey(collection, identifier)];
}

function markKeys(collection: Collection, mark: string): readonly string[] {
  const exact = recordKey(collection, mark);
  return hasSeparator(mark) ? [exact, recordKey(collection, registrationOnlyKey(mark))] : [exact];
}
