/** The style of the page: light and dark, from 320 pixels on, and on paper. Colors have a contrast of at least 4.5:1. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #0f1318); --card: light-dark(#fff, #171c23); --line: light-dark(#d9dee4, #303842);
  --text: light-dark(#1c2128, #e4e9ef); --quiet: light-dark(#545d68, #a0abb7);
  --added: light-dark(#17702f, #4cc265); --removed: light-dark(#b5222c, #ff7b72);
  --missing: light-dark(#0b6672, #4fc3d1); --unexpected: light-dark(#7440c4, #b694ff);
  --alarm: light-dark(#fff1f0, #2b1719); --alarm-line: light-dark(#d9807c, #8a3f43);
  --warning: light-dark(#8a5800, #dba32b); --warning-page: light-dark(#fff8e3, #272010); --warning-line: light-dark(#d9b95c, #6d5a22);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem) clamp(0.75rem, 3vw, 2rem) 3rem; max-width: 68rem;
  background: var(--page); color: var(--text);
  font: 400 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
h1, h2, h3, p, ul, pre { margin: 0; padding: 0; }
h1, h2 { line-height: 1.25; }
h1 { font-size: clamp(1.25rem, 1rem + 1.2vw, 1.75rem); letter-spacing: -0.015em; }
h2 { font-size: 1.0625rem; }
h3 { margin-top: 0.75rem; font-size: 0.9375rem; font-weight: 600; }
summary h2 { display: inline; }
ul { list-style: none; }
.subject, pre { font-size: 0.8125rem; }
.subject { color: var(--quiet); }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 4px; }
main > * { margin-top: 1rem; }
.error h1, .overLimit h1, .notice.alarm h2 { color: var(--removed); }
.notice.warning h2 { color: var(--warning); }

.card, .notice { border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.notice { padding: 0.875rem 1.125rem; }
.notice.alarm { background: var(--alarm); border-color: var(--alarm-line); border-left: 6px solid var(--removed); }
.notice.warning { background: var(--warning-page); border-color: var(--warning-line); }
.notice li { margin-top: 0.375rem; white-space: pre-line; }

.card { padding: 0.875rem 1.125rem; }
.remark { margin-top: 0.5rem; padding-left: 0.75rem; border-left: 3px solid var(--line); white-space: pre-line; }
.removed { color: var(--removed); } .unexpected { color: var(--unexpected); }
.added { color: var(--added); } .missing { color: var(--missing); }
summary { min-height: 2.75rem; cursor: pointer; }
pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; unicode-bidi: plaintext; }

@media print {
  :root { color-scheme: light; }
  ::details-content { content-visibility: visible; display: block; }
}
`;
