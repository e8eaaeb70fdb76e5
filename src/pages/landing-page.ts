// /: what this is and where to begin, with links that answer. /data/: the downloads. /llms.txt: the same for programs
// that read before they call.
import { API_PREFIX, ENDPOINTS, LICENCE_URL } from "../contract/endpoints.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { escapeHtml, htmlPage, type Page, TEXT, table } from "./page.ts";
import { notCoveredBy } from "./status-page.ts";

export function landingPage(manifest: Manifest): Page {
  const rows = ENDPOINTS.map(({ collection, parameter, summary, forms }) => [
    `<code>${API_PREFIX}/${collection}/{${parameter}}</code>`,
    escapeHtml(summary),
    forms.map(({ example }) => `<a href="${API_PREFIX}/${collection}/${example}">${example}</a>`).join(" · "),
    (manifest.counts[collection] ?? 0).toLocaleString("en"),
  ]);
  return htmlPage(
    "/",
    "Fleet Monitor – open aircraft fleet API",
    `<h1>Fleet Monitor</h1>
<p>Look up an airline, aircraft type, airframe, airport or lessor; get JSON. Read-only, open data
(<a href="${LICENCE_URL}">ODbL</a>), no key needed, callable from any web page.</p>
${table(["Endpoint", "What it answers", "Try", "Records"], rows, [3])}
<h2>From a shell</h2>
<pre><code>curl http://localhost:8787${API_PREFIX}/airlines/DL</code></pre>
<p class="dim">With the address you opened this page at, if that is another one.</p>
<h2>What is not covered</h2>
<ul>${notCoveredBy(manifest)
      .map((sentence) => `<li>${escapeHtml(sentence)}</li>`)
      .join("")}</ul>
<p class="dim">Snapshot <code>${manifest.snapshot}</code>, data of ${manifest.dataDate}. <a href="/status">Coverage and sources</a>,
<a href="/openapi.json">OpenAPI 3.0.3</a> (<a href="/openapi.yaml">YAML</a>), <a href="/data/">bulk downloads</a>, <a href="/problems/">errors</a>.</p>`,
  );
}

export function downloadsPage(manifest: Manifest): Page {
  const rows = manifest.downloads.map(({ name, bytes, rows: count, sha256 }) => [
    `<a href="/data/${name}">${name}</a>`,
    count === 0 ? "" : count.toLocaleString("en"),
    bytes.toLocaleString("en"),
    `<code>${sha256}</code>`,
  ]);
  return htmlPage(
    "/data/",
    "Downloads – Fleet Monitor",
    `<h1>Downloads</h1>
<p>Every record of snapshot <code>${manifest.snapshot}</code>, as the API answers it (NDJSON) and as a table (CSV, nested fields
as <code>type.slug</code>, lists as JSON). The first field of each, <code>path</code>, is the record's own URL: what stands behind its last slash
is the slug by which other records name it. <code>sha256sum --check SHA256SUMS</code> tells whether everything came whole.
Open data under the <a href="${LICENCE_URL}">Open Database License 1.0</a>: share alike, and name the sources listed in
<a href="/data/ATTRIBUTION.txt">ATTRIBUTION.txt</a>.</p>
${table(["File", "Rows", "Bytes", "SHA-256"], rows, [1, 2])}`,
  );
}

export function llmsPage(manifest: Manifest): Page {
  const endpoints = ENDPOINTS.map(
    ({ collection, parameter, summary, forms }) =>
      `- GET ${API_PREFIX}/${collection}/{${parameter}}: ${summary}. Accepts ${forms.map(({ form, example }) => `${form} (${example})`).join(", ")}.`,
  );
  const body = `# Fleet Monitor

> Read-only JSON API for commercial aircraft fleet data: airlines, aircraft types, airframes, airports, lessors. No key. Data under ODbL 1.0.

${endpoints.join("\n")}

Unknown values are null, never 0 or a guess. Errors are application/problem+json; an unknown or malformed identifier is a 404.
Identifiers are case-insensitive; Content-Location names the canonical URL, Link rel="related" what else was possible.

- Contract: /openapi.json
- Coverage, sources, licences: /status (snapshot ${manifest.snapshot})
- Bulk downloads: /data/
- Errors explained: /problems/

Not covered:
${notCoveredBy(manifest)
  .map((sentence) => `- ${sentence}`)
  .join("\n")}
`;
  return { path: "/llms.txt", contentType: TEXT, body };
}
