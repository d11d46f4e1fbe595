/** The style of the page: light and dark, from 320 pixels on, and on paper. Colors have a contrast of at least 4.5:1. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --inset: #f3f5f7; --line: #d9dee4; --strong: #7d8794;
  --text: #1c2128; --quiet: #545d68; --accent: #0a5fbf;
  --added: #17702f; --removed: #b5222c; --missing: #0b6672; --unexpected: #7440c4; --kept: #545d68;
  --alarm: #fff1f0; --alarm-line: #d9807c; --warning: #8a5800; --warning-page: #fff8e3; --warning-line: #d9b95c;
  --mono: ui-monospace, "SFMono-Regular", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --card: #171c23; --inset: #1e242c; --line: #303842; --strong: #768390;
    --text: #e4e9ef; --quiet: #a0abb7; --accent: #6cb0ff;
    --added: #4cc265; --removed: #ff7b72; --missing: #4fc3d1; --unexpected: #b694ff; --kept: #a0abb7;
    --alarm: #2b1719; --alarm-line: #8a3f43; --warning: #dba32b; --warning-page: #272010; --warning-line: #6d5a22;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem) clamp(0.75rem, 3vw, 2rem) 3rem; max-width: 68rem;
  background: var(--page); color: var(--text);
  font: 400 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
h1, h2, h3, h4, p, ul { margin: 0; padding: 0; border: 0; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.25rem, 1rem + 1.2vw, 1.75rem); letter-spacing: -0.015em; }
h2 { font-size: 1.0625rem; }
h3 { font-size: 1.1875rem; }
h4 { font-size: 0.9375rem; font-weight: 600; display: inline; }
ul { list-style: none; }
.subject, table { font-size: 0.8125rem; }
.subject, thead th { color: var(--quiet); font-weight: 400; }
.group td:first-child { font-family: var(--mono); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
main > * { margin-top: 1rem; }
.error h1, .overLimit h1, .notice.alarm h2 { color: var(--removed); }
.notice.warning h2 { color: var(--warning); }

.card, .notice, .toolbar { border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.notice { padding: 0.875rem 1.125rem; }
.notice.alarm { background: var(--alarm); border-color: var(--alarm-line); border-left: 6px solid var(--removed); }
.notice.warning { background: var(--warning-page); border-color: var(--warning-line); }
.notice li { margin-top: 0.375rem; white-space: pre-line; }

.toolbar { position: sticky; top: 0; z-index: 1; padding: 0.625rem 1.125rem; box-shadow: 0 2px 10px rgb(0 0 0 / 0.12); }
.toolbar input[type="search"] { width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit; color: var(--text); background: var(--inset); border: 1px solid var(--strong); border-radius: 8px; }
.toolbar input::placeholder { color: var(--quiet); opacity: 1; }

.card { margin-top: 1rem; padding: 1.125rem 1.125rem 0.25rem; }
.overview a { color: var(--accent); }
.overview { padding: 0.25rem 1.125rem; border-collapse: separate; border-spacing: 0; }
.overview th, .overview td { font-weight: 400; padding-left: 0.75rem; }
.overview .unlimited td { color: var(--removed); font-weight: 600; }
.remark { margin-top: 0.5rem; padding-left: 0.75rem; border-left: 3px solid var(--line); white-space: pre-line; }
.group h4::before { content: ""; display: inline-block; width: 0.6875rem; height: 0.6875rem; margin-right: 0.4375rem; border-radius: 3px; background: var(--tone); }
.removed { --tone: var(--removed); } .unexpected { --tone: var(--unexpected); }
.added { --tone: var(--added); } .missing { --tone: var(--missing); } .expired { --tone: var(--kept); } .kept { --tone: var(--kept); }
.group { margin: 0 -1.125rem; padding: 0 1.125rem; border-top: 1px solid var(--line); }
summary { padding: 0.6875rem 0; min-height: 2.75rem; cursor: pointer; }
table { width: 100%; margin: 0.25rem 0 0.875rem; border-collapse: collapse; table-layout: fixed; text-align: left; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; }
td, tbody th { border-bottom: 1px solid var(--inset); unicode-bidi: plaintext; }

@media (max-width: 40rem) {
  .overview tr, .overview th, .overview td { display: block; padding-left: 0; border: 0; padding-block: 0; }
  .overview thead { display: none; }
  .overview tr { padding: 0.375rem 0; }
  .overview tr + tr { border-top: 1px solid var(--line); }
  .overview td::before { content: attr(data-label) ": "; color: var(--quiet); }
  .group thead th:nth-child(2) { width: 38%; }
}
@media print {
  body { max-width: none; padding: 0; background: #fff; }
  ::details-content { content-visibility: visible; display: block; }
  .toolbar { display: none; }
  tr, li { break-inside: avoid; }
}
`;
