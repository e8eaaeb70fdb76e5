// Which stored coding of a body a client accepts (RFC 9110, 12.5.3).

export interface Accepted {
  readonly gzip: boolean;
  readonly brotli: boolean;
}

const NOTHING: Accepted = { gzip: false, brotli: false };
// Clients send a handful of different values; the bound keeps a hostile one from growing the map.
const MAX_REMEMBERED = 256;
const remembered = new Map<string, Accepted>();

export function acceptedCodings(header: string | undefined): Accepted {
  if (header === undefined) return NOTHING;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const accepted = parse(header);
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, accepted);
  return accepted;
}

function parse(header: string): Accepted {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const any = weights.get("*") ?? 0;
  return {
    gzip: (weights.get("gzip") ?? weights.get("x-gzip") ?? any) > 0,
    brotli: (weights.get("br") ?? any) > 0,
  };
}
