// /problems/*: the page behind the type URL of each error, and their list.
import { PROBLEMS, problemBody, problemCode } from "../contract/problems.ts";
import { escapeHtml, htmlPage, type Page, table } from "./page.ts";

export function problemPages(): Page[] {
  const pages = PROBLEMS.map((problem) => {
    const example = JSON.stringify(JSON.parse(problemBody(problem, "/api/v1/…")), null, 2);
    return htmlPage(
      `/problems/${problem.slug}`,
      `${problem.title} – Fleet Monitor`,
      `<h1>${escapeHtml(problem.title)}</h1>
<p class="dim">HTTP status ${problem.status} · code <code>${problemCode(problem)}</code></p>
<p>${escapeHtml(problem.explanation)}</p>
<h2>What the answer looks like</h2>
<pre><code>${escapeHtml(example)}</code></pre>
<p><a href="/problems/">All problems</a></p>`,
    );
  });
  const rows = PROBLEMS.map(({ slug, status, title, explanation }) => [
    `${status}`,
    `<a href="/problems/${slug}">${escapeHtml(title)}</a>`,
    escapeHtml(explanation),
  ]);
  const list = `<h1>Problems</h1><p>Every error is <code>application/problem+json</code> (RFC 9457) with <code>success: false</code>.</p>${table(
    ["Status", "Problem", "Meaning"],
    rows,
  )}`;
  return [...pages, htmlPage("/problems/", "Problems – Fleet Monitor", list)];
}
