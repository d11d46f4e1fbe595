import { marked } from "marked";

/** A page that shows Markdown as a comment or an issue, with the sizes as on GitHub. */
export function commentOf(markdown: string, verb = "commented"): string {
  const content = marked(markdown).replaceAll(/(?<=^|<code[^>]*>)([+-]) .*$/gmu, (line, sign) => {
    return `<span class="${sign === "+" ? "added" : "removed"}">${line}</span>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; color: #1f2328; font: 14px/1.5 system-ui, "DejaVu Sans", sans-serif; }
.comment { max-width: 880px; padding: 0 16px 16px; border: 1px solid #d1d9e0; border-radius: 6px; }
.author { margin: 0 -16px 16px; padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; }
h3 { margin: 0 0 16px; font-size: 1.25em; line-height: 1.25; }
p, details, pre { margin: 0 0 16px; }
code { padding: 0.2em 0.4em; background: #eff1f3; border-radius: 6px; white-space: break-spaces; font: 85% ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { padding: 16px; overflow: auto; background: #f6f8fa; border-radius: 6px; line-height: 1.45; }
pre code { padding: 0; background: none; white-space: pre; }
.added { background: #dafbe1; color: #116329; } .removed { background: #ffebe9; color: #82071e; }
</style>
<div class="comment"><p class="author"><b>ci</b> ${verb}</p>${content}</div>`;
}

/** A page that shows the output of a command in a terminal. */
export function terminalOf(output: string): string {
  const escaped = output.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const content = escaped.replaceAll(/error: .*/gu, (line) => `<span class="error">${line}</span>`);
  return `<!doctype html>
<style>
body { margin: 0; padding: 16px; background: #0d1117; }
pre { margin: 0; color: #e6edf3; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
.error { color: #ff7b72; }
</style>
<pre>${content}</pre>`;
}
