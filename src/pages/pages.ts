// All pages of a snapshot.
import { stringify } from "yaml";
import { buildOpenApi } from "../contract/openapi.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { downloadsPage, landingPage, llmsPage } from "./landing-page.ts";
import { JSON_TYPE, type Page } from "./page.ts";
import { problemPages } from "./problem-pages.ts";
import { statusPage } from "./status-page.ts";

export function buildPages(manifest: Manifest): readonly Page[] {
  const openApi = buildOpenApi();
  return [
    landingPage(manifest),
    statusPage(manifest),
    downloadsPage(manifest),
    llmsPage(manifest),
    { path: "/openapi.json", contentType: JSON_TYPE, body: `${JSON.stringify(openApi, null, 2)}\n` },
    {
      path: "/openapi.yaml",
      contentType: "application/yaml",
      body: stringify(openApi, { aliasDuplicateObjects: false }),
    },
    ...problemPages(),
  ];
}
