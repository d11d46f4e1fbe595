import type { Film } from "./frames.ts";
import type { StyledLine } from "./styled-line.ts";

/** The size of the terminal, in characters. */
export const terminalSize = { columns: 104, rows: 36 } as const;

/** Sizes in pixels. The font is 14 px high; monospace fonts are 0.6 times as wide. */
const [columnWidth, lineHeight, padding, titleBar] = [8.43, 19, 20, 36] as const;
const width = Math.ceil(terminalSize.columns * columnWidth) + 2 * padding;
const screenHeight = terminalSize.rows * lineHeight;
const height = titleBar + screenHeight + padding;

/** Foreground colours on #0d1117, each with a contrast of at least 4.5. */
const palette = ["#8b949e", "#ff7b72", "#3fb950", "#d29922", "#79c0ff", "#d2a8ff", "#56d4dd", "#e6edf3"] as const;

/** Prints a recording as an SVG with CSS animations: it runs once and ends with its last frame. */
export function printSvg(film: Film, title: string): string {
  const { frames, duration, poster, lines } = film;
  const percent = (time: number): string => `${+((100 * time) / duration).toFixed(3)}%`;
  const keyframes = (name: string, offset: (frame: Film["poster"]) => number): string => {
    const steps = frames
      .filter((frame, index) => offset(frame) !== offset(frames[index - 1] ?? { ...poster, top: 0, bottom: 0 }))
      .map((frame) => `${percent(frame.time)}{transform:translateY(${offset(frame)}px)}`);
    return `@keyframes ${name}{0%{transform:translateY(0)}${steps.join("")}}`;
  };
  const scrolled = ({ top }: Film["poster"]): number => -top * lineHeight;
  const covered = ({ top, bottom }: Film["poster"]): number => (bottom - top) * lineHeight;
  const end = frames.at(-1) ?? poster;
  const style = [
    `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#e6edf3;white-space:pre}`,
    ".b{font-weight:700}.d{fill:#8b949e}",
    ...palette.map((colour, index) => `.c${index}{fill:${colour}}`),
    `.s{transform:translateY(${scrolled(end)}px);animation:s ${duration.toFixed(1)}s step-end 1}`,
    `.v{transform:translateY(${covered(end)}px);animation:v ${duration.toFixed(1)}s step-end 1}`,
    keyframes("s", scrolled),
    keyframes("v", covered),
    `@media(prefers-reduced-motion:reduce){.s,.v{animation:none}`,
    `.s{transform:translateY(${scrolled(poster)}px)}.v{transform:translateY(${covered(poster)}px)}}`,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${style.join("\n")}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117" stroke="#30363d"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (colour, index) => `<circle cx="${padding + 4 + index * 20}" cy="18" r="6" fill="${colour}"/>`,
    ),
    `<svg x="${padding}" y="${titleBar}" width="${width - 2 * padding}" height="${screenHeight}">`,
    `<g class="s">`,
    ...lines.map(printLine),
    `</g>`,
    `<rect class="v" width="100%" height="100%" fill="#0d1117"/>`,
    `</svg>`,
    `</svg>`,
    ``,
  ].join("\n");
}

function printLine({ runs, continues }: StyledLine, index: number): string {
  if (runs.length === 0) return "";
  const parts = runs.map(({ column, text, style }) => {
    const x = +(column * columnWidth).toFixed(1);
    return `<tspan x="${x}"${style === "" ? "" : ` class="${style}"`}>${escapeXml(text)}</tspan>`;
  });
  return `<text y="${(index + 1) * lineHeight - 5}"${continues ? ` class="w"` : ""}>${parts.join("")}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The lines of a recording, as they were printed, without their spaces: how a row is divided does not matter. */
export function linesOfSvg(svg: string): readonly string[] {
  const lines: string[] = [];
  for (const [, attributes = "", content = ""] of svg.matchAll(/^<text ([^>]*)>(.*)<\/text>$/gmu)) {
    const text = content
      .replaceAll(/<[^>]+>/gu, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&gt;", ">")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s/gu, "");
    if (attributes.includes(`class="w"`)) lines.push((lines.pop() ?? "") + text);
    else lines.push(text);
  }
  return lines;
}
