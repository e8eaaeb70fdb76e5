// Pages beside the API are made when the snapshot is built, so that they never show another release than the answers.
export interface Page {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export const HTML = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json";
export const TEXT = "text/plain; charset=utf-8";

/** One plain look for every page: no script, no font, no request to anybody. */
export function htmlPage(path: string, title: string, main: string): Page {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; --ink: #1a2233; --dim: #5a6478; --line: #d5dbe6; --paper: #fff; --accent: #0b5fc0; --code: #f2f5fa }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf2; --dim: #9aa5ba; --line: #313a4c; --paper: #12161f; --accent: #7fb4ff; --code: #1c2230 } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem }
p { max-width: 46rem } .dim { color: var(--dim) }
a { color: var(--accent) }
code, pre { font: 0.92em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 4px }
code { padding: .1em .3em; overflow-wrap: anywhere } td code { white-space: nowrap; overflow-wrap: normal } pre { padding: .9rem 1rem; overflow-x: auto } pre code { padding: 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--dim); font-weight: 600 } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
nav { margin-bottom: 2rem; color: var(--dim) } nav a { margin-right: 1rem }
</style>
</head>
<body>
<main>
<nav><a href="/">Fleet Monitor</a><a href="/status">Status</a><a href="/data/">Downloads</a><a href="/openapi.json">OpenAPI</a></nav>
${main}
</main>
</body>
</html>
`;
  return { path, contentType: HTML, body };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string {
  const cell = (tag: string) => (text: string, at: number) =>
    `<${tag}${numbers.includes(at) ? ' class="number"' : ""}>${text}</${tag}>`;
  const line = (tag: string, cells: readonly string[]) => `<tr>${cells.map(cell(tag)).join("")}</tr>`;
  return `<div class="scroll"><table><thead>${line("th", head)}</thead><tbody>${rows
    .map((row) => line("td", row))
    .join("")}</tbody></table></div>`;
}
