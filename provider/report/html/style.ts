/** The style of the page: light and dark, from 320 pixels on, and on paper. Colours have a contrast of at least 4.5:1. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --inset: #f3f5f7; --line: #d9dee4; --strong-line: #7d8794;
  --text: #1c2128; --quiet: #545d68; --accent: #0a5fbf; --mark: #fff0a8;
  --added: #17702f; --removed: #b5222c; --missing: #8a5800; --unexpected: #7440c4; --kept: #0a5fbf; --unchanged: #b9c2cc;
  --figure: rgb(255 255 255 / 0.62);
  --alarm: #fff1f0; --alarm-line: #e5b4b1; --warn: #fff8e3; --warn-line: #e3cd8f;
  --mono: ui-monospace, "SFMono-Regular", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --card: #171c23; --inset: #1e242c; --line: #303842; --strong-line: #768390;
    --text: #e4e9ef; --quiet: #a0abb7; --accent: #6cb0ff; --mark: #6b5300;
    --added: #4cc265; --removed: #ff7b72; --missing: #dba32b; --unexpected: #b694ff; --kept: #6cb0ff; --unchanged: #4d5763;
    --figure: rgb(15 19 24 / 0.55);
    --alarm: #2b1719; --alarm-line: #6e3236; --warn: #272010; --warn-line: #5f4d1d;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem) clamp(0.75rem, 3vw, 2rem) 3rem; max-width: 68rem;
  background: var(--page); color: var(--text);
  font: 400 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, ul, dl, dd { margin: 0; padding: 0; }
h1, h2, h3 { text-wrap: balance; line-height: 1.25; }
ul { list-style: none; }
small { font-size: 0.8125rem; color: var(--quiet); font-weight: 400; }
code { font: 0.8125rem/1.4 var(--mono); }
b { font-weight: 600; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.patterns { position: absolute; width: 0; height: 0; }

/* The verdict. */
.origin { color: var(--quiet); font-size: 0.8125rem; }
.origin b { color: var(--text); }
h1 { font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.125rem); font-weight: 650; letter-spacing: -0.015em; margin: 0.125rem 0 0; }
.error h1 { color: var(--removed); }
main > * { margin-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.figures > div { padding: 0.875rem 1.125rem; border-left: 1px solid var(--line); }
.figures > div:first-child { border-left: 0; }
.figures dt { font-size: 0.8125rem; color: var(--quiet); }
.figures dd { font-size: 1.625rem; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; }
.figures small { display: block; letter-spacing: 0; line-height: 1.4; }
.figures .added dd { color: var(--added); }
.figures .removed dd { color: var(--removed); }
.figures .drift dd { color: var(--missing); }

/* The lists at a glance. */
.glance { width: 100%; border: 1px solid var(--line); border-radius: 10px; border-collapse: separate; border-spacing: 0; background: var(--card); }
.glance th, .glance td { padding: 0.4375rem 0 0.4375rem 1.125rem; text-align: right; vertical-align: baseline; font-weight: 400; }
.glance td, .glance thead th { overflow-wrap: normal; }
.glance th:first-child { text-align: left; }
.glance th:last-child, .glance td:last-child { padding-right: 1.125rem; }
.glance thead th { font-size: 0.8125rem; color: var(--quiet); padding-bottom: 0; }
.glance tbody tr + tr > * { border-top: 1px solid var(--inset); }
.glance tbody th { width: 62%; }
.glance th small { margin-left: 0.375rem; }
.glance td small { margin-left: 0.25rem; }
.glance a { color: inherit; font-weight: 600; text-decoration-color: var(--strong-line); text-underline-offset: 0.2em; }
.glance em { font-style: normal; color: var(--missing); font-weight: 600; }
.glance .none { color: var(--quiet); }
.glance .added b { color: var(--added); }
.glance .removed b { color: var(--removed); }
.glance .missing b { color: var(--missing); }

/* What must be read first. */
.notice { padding: 0.875rem 1.125rem; border: 1px solid var(--warn-line); border-radius: 10px; background: var(--warn); }
.notice.errors { background: var(--alarm); border-color: var(--alarm-line); }
.notice h2 { font-size: 0.9375rem; font-weight: 650; }
.notice.errors h2 { color: var(--removed); }
.notice.campaigns h2, .notice.not-verified h2, .notice.drift h2, .notice.warnings h2 { color: var(--missing); }
.notice li, .notice ul + p { margin-top: 0.375rem; white-space: pre-line; }

/* Search and filters. */
main > .lists, main > .unchanged, main > .others { margin-top: 2.25rem; }
.lists > h2, .unchanged > h2, .others > h2 { font-size: 1.125rem; font-weight: 650; margin-bottom: 0.75rem; }
.toolbar { display: grid; gap: 0.75rem 1.5rem; padding: 0.875rem 1.125rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.toolbar label, .toolbar legend { font-size: 0.8125rem; color: var(--quiet); }
.toolbar legend { padding: 0; margin-bottom: 0.25rem; }
.toolbar fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.field label { display: block; margin-bottom: 0.25rem; }
#query { width: 100%; height: 2.5rem; padding: 0 0.75rem; font: inherit; font-size: 1rem; color: inherit; background: var(--page); border: 1px solid var(--strong-line); border-radius: 8px; }
.toolbar .choice { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2rem; padding: 0.125rem 0.625rem 0.125rem 0.5rem; margin: 0 0.25rem 0.25rem 0; border: 1px solid var(--line); border-radius: 999px; color: var(--text); cursor: pointer; }
.choice input { width: 0.9375rem; height: 0.9375rem; margin: 0; accent-color: var(--accent); cursor: inherit; }
.choice:hover { border-color: var(--strong-line); }
.choice:has(:checked) { border-color: var(--accent); background: var(--inset); }
.choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice :focus-visible { outline: 0; }
.number { color: var(--quiet); font-weight: 400; }
.status { min-height: 2.5rem; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; font-weight: 600; }
button { font: inherit; font-size: 0.8125rem; font-weight: 600; min-height: 2rem; padding: 0.125rem 0.75rem; color: var(--accent); background: var(--card); border: 1px solid var(--strong-line); border-radius: 8px; cursor: pointer; }
button:hover { background: var(--inset); }
.no-match { padding: 2rem 1rem; text-align: center; color: var(--quiet); }

/* A list. */
.card { margin-top: 1rem; scroll-margin-top: 1rem; padding: 1.125rem 1.125rem 0.375rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.card > header { display: flex; align-items: baseline; gap: 0.25rem 0.75rem; flex-wrap: wrap; }
h3 { font-size: 1.1875rem; font-weight: 650; letter-spacing: -0.005em; }
.operation { font-size: 0.75rem; font-weight: 600; padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 999px; color: var(--quiet); }
.operation.create { color: var(--added); border-color: currentColor; }
.operation.delete, .operation.replace { color: var(--removed); border-color: currentColor; }
.facts { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin-top: 0.25rem; font-size: 0.8125rem; }
.facts > div { display: flex; gap: 0.375rem; align-items: baseline; }
.facts dt { color: var(--quiet); }
.facts .attention dd { color: var(--missing); font-weight: 600; }
.remark { margin-top: 0.5rem; padding-left: 0.75rem; border-left: 3px solid var(--line); font-size: 0.875rem; white-space: pre-line; }
.numbers { margin: 0.875rem 0 1rem; }
.bar { display: block; width: 100%; height: 0.875rem; border-radius: 4px; overflow: hidden; }
.bar rect { stroke: var(--card); stroke-width: 2; }
.swatch { flex: none; width: 0.75rem; height: 0.75rem; border-radius: 3px; overflow: hidden; }
.fill-unchanged { fill: var(--unchanged); }
.fill-added { fill: var(--added); }
.fill-removed { fill: url(#pattern-removed); }
.fill-unexpected { fill: url(#pattern-unexpected); }
.fill-missing { fill: url(#pattern-missing); }
.fill-kept { fill: url(#pattern-kept); }
.ground-removed { fill: var(--removed); }
.ground-unexpected { fill: var(--unexpected); }
.ground-missing { fill: var(--missing); }
.ground-kept { fill: var(--kept); }
.figure { fill: var(--figure); }
.share { margin-top: 0.5rem; font-size: 0.875rem; }
.share b { color: var(--removed); }
table { border-collapse: collapse; text-align: left; }
.counts { margin-top: 0.5rem; font-size: 0.8125rem; }
.counts th { font-weight: 400; color: var(--quiet); padding: 0.125rem 0; vertical-align: bottom; }
.counts tbody th { color: var(--text); padding-right: 1.5rem; white-space: nowrap; }
.counts .swatch { display: inline-block; margin-right: 0.5rem; vertical-align: -0.0625rem; }
.counts thead th, .counts td { text-align: right; padding-left: 1.5rem; overflow-wrap: normal; }
.counts thead th:first-child { padding-left: 0; }
.counts td.none { color: var(--quiet); }

/* Entries. */
.group { border-top: 1px solid var(--line); margin: 0 -1.125rem; padding: 0 1.125rem; }
.group summary { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; cursor: pointer; list-style: none; }
.group summary::-webkit-details-marker { display: none; }
.group summary::after { content: ""; width: 0.4375rem; height: 0.4375rem; margin: -0.1875rem 0.25rem 0 auto; border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.group[open] summary::after { transform: rotate(225deg); margin-top: 0.1875rem; }
.group h4 { display: flex; align-items: center; gap: 0.5rem; font-size: 0.9375rem; font-weight: 600; }
.meaning { font-size: 0.8125rem; color: var(--quiet); margin-bottom: 0.5rem; }
.entries { width: 100%; table-layout: fixed; margin-bottom: 0.875rem; font-size: 0.8125rem; line-height: 1.5; }
.entries th, .entries td { padding: 0.1875rem 0.75rem 0.1875rem 0; vertical-align: top; }
.entries thead th:nth-child(2) { width: 42%; }
.entries thead th { font-weight: 400; color: var(--quiet); }
.entries tr { border-bottom: 1px solid var(--inset); }
.entries thead tr { border-color: var(--line); }
.entries .kind th { font-weight: 600; padding-top: 0.625rem; }
.entries td { unicode-bidi: plaintext; }
.entries td:first-child { font-family: var(--mono); }
.entries tbody tr:not(.kind):hover { background: var(--inset); }
.rest { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; margin-bottom: 0.875rem; font-size: 0.8125rem; color: var(--quiet); }

/* The rest. */
.unchanged ul, .others details { border: 1px solid var(--line); border-radius: 10px; background: var(--card); padding: 0.5rem 1.125rem; }
.unchanged li { padding: 0.3125rem 0; }
.unchanged li + li { border-top: 1px solid var(--inset); }
.unchanged small { margin-left: 0.375rem; }
.others summary { cursor: pointer; min-height: 1.75rem; }
.others li { font: 0.8125rem/1.7 var(--mono); }
body > footer { margin-top: 2.25rem; font-size: 0.8125rem; color: var(--quiet); }

@media (min-width: 48rem) {
  .toolbar { grid-template-columns: auto 1fr auto; }
  .toolbar .field { grid-column: 1 / 3; }
  .toolbar .status { grid-column: 3; grid-row: 1; align-self: end; width: 24rem; }
  .toolbar fieldset:last-of-type { grid-column: 2 / 4; }
}
@media (max-width: 40rem) {
  .figures { grid-template-columns: 1fr 1fr; }
  .figures > div:nth-child(odd) { border-left: 0; }
  .figures > div:nth-child(n + 3) { border-top: 1px solid var(--line); }
  .figures > div, .toolbar, .notice { padding: 0.75rem 0.875rem; }
  .card { padding: 0.875rem 0.875rem 0; }
  .group { margin: 0 -0.875rem; padding: 0 0.875rem; }
  .glance { font-size: 0.875rem; }
  .glance th, .glance td { padding-left: 0.5rem; }
  .glance th:first-child { padding-left: 0.875rem; }
  .glance th:last-child, .glance td:last-child { padding-right: 0.875rem; }
  .glance tbody th { width: auto; }
  .glance th small, .glance td small { display: block; margin-left: 0; }
  .glance td small { white-space: nowrap; }
  .counts { width: 100%; }
  .counts thead th, .counts td { padding-left: 0.5rem; }
  .counts tbody th { padding-right: 0; }
}
@media (max-width: 24rem) {
  .counts { font-size: 0.75rem; }
  .counts thead th { font-size: 0.6875rem; }
  .counts thead th, .counts td { padding-left: 0.3125rem; }
  .counts .swatch { margin-right: 0.25rem; }
  .counts .total { display: none; }
  .entries { font-size: 0.75rem; }
}
@media print {
  :root {
    --page: #fff; --card: #fff; --inset: #eee; --line: #bbb; --text: #000; --quiet: #444; --mark: #fff; --unchanged: #ccc;
    --added: #17702f; --removed: #b5222c; --missing: #8a5800; --unexpected: #7440c4; --kept: #0a5fbf; --figure: rgb(255 255 255 / 0.62);
    --alarm: #fff; --warn: #fff;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .toolbar, button, .group summary::after { display: none; }
  .card > header, .numbers, .group summary, .meaning, .entries tr, .notice li, .notice ul + p { break-inside: avoid; }
  h2, h3, .group summary { break-after: avoid; }
  thead { display: table-header-group; }
}
@media (prefers-reduced-motion: no-preference) { .group summary::after { transition: transform 120ms ease-out; } }
@media (forced-colors: active) { .bar, .swatch { forced-color-adjust: none; } }
`;
