import { marked } from "marked";

/** A page that shows Markdown as the comment of a pull request. The style is ours, in the manner of a forge. */
export function printComment(markdown: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Comment</title>
<style>
body { margin: 0; padding: 24px; background: #fff; color: #1f2328; font: 14px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
.comment { max-width: 880px; border: 1px solid #d0d7de; border-radius: 8px; }
.author { padding: 10px 16px; background: #f6f8fa; border-bottom: 1px solid #d0d7de; border-radius: 8px 8px 0 0; color: #59636e; }
.author b { color: #1f2328; }
.content { padding: 4px 16px 12px; }
h3 { font-size: 1.2em; margin: 14px 0 8px; }
p { margin: 0 0 12px; }
code { padding: 0.15em 0.4em; background: #eff1f3; border-radius: 6px; font: 85%/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0 0 14px; padding: 12px 14px; overflow: auto; background: #f6f8fa; border-radius: 6px; }
pre code { padding: 0; background: none; }
.add { background: #dafbe1; color: #116329; } .remove { background: #ffebe9; color: #82071e; } .note { color: #59636e; }
table { border-collapse: collapse; margin: 0 0 14px; }
th, td { padding: 6px 13px; border: 1px solid #d0d7de; }
summary { cursor: pointer; margin: 4px 0 8px; }
</style>
<div class="comment"><div class="author"><b>ci</b> commented</div><div class="content">${colourDiffs(marked(markdown))}</div></div>
</html>`;
}

/** Gives added and removed lines of a diff their colours, as forges do. */
function colourDiffs(html: string): string {
  return html.replaceAll(
    /(<code class="language-diff">)(.*?)(<\/code>)/gsu,
    (_, start: string, lines: string, end: string) => {
      const coloured = lines.split("\n").map((line) => {
        const style = line.startsWith("+")
          ? "add"
          : line.startsWith("-")
            ? "remove"
            : line.startsWith("#")
              ? "note"
              : "";
        return style === "" ? line : `<span class="${style}">${line}</span>`;
      });
      return start + coloured.join("\n") + end;
    },
  );
}
