/** A line of text in the picture. */
interface Line {
  readonly text: string;
  readonly style: "title" | "text" | "code" | "add" | "remove" | "keep";
}

/** A part of the picture: text around a vertical axis. */
interface Region {
  /** In pixels, as everything here. */
  readonly center: number;
  readonly top: number;
  readonly lines: readonly Line[];
}

/** The text alternative of the picture. */
const alternative =
  "Two overlapping boxes, the program and the app list. Declared entries that are missing from the list are added by " +
  "pulumi up. Entries in both boxes are managed: pulumi destroy removes those that pulumi up added, and keeps the " +
  "adopted ones. If a line is deleted from the program, pulumi up removes its entry. Entries in the list alone are unmanaged: they are kept, except in an exclusive list.";

const regions: readonly Region[] = [
  {
    center: 150,
    top: 92,
    lines: [
      { text: "Declared, not in the list", style: "title" },
      { text: "com.goldfever.keno", style: "code" },
      { text: "pulumi up adds it", style: "add" },
    ],
  },
  {
    center: 450,
    top: 92,
    lines: [
      { text: "Managed", style: "title" },
      { text: "com.goldfever.bingo", style: "code" },
      { text: "added by pulumi up", style: "text" },
      { text: "pulumi destroy removes it", style: "remove" },
      { text: "com.meetnow.chat", style: "code" },
      { text: "adopted: in the list before", style: "text" },
      { text: "pulumi destroy keeps it", style: "keep" },
      { text: "Line deleted: pulumi up removes it", style: "remove" },
    ],
  },
  {
    center: 750,
    top: 92,
    lines: [
      { text: "Unmanaged", style: "title" },
      { text: "com.shopfast.mobile", style: "code" },
      { text: "pulumi up and destroy keep it", style: "keep" },
      { text: "In a list with exclusive: true", style: "text" },
      { text: "pulumi up removes it", style: "remove" },
    ],
  },
];

const style = `
text{font:15px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#1f2328;text-anchor:middle}
.title{font-weight:600;font-size:16px}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:14px}
.text{fill:#59636e}.add,.keep{fill:#116329}.remove{fill:#a40e26}
.name{font-weight:600;font-size:17px}
.card{fill:#ffffff;stroke:#d1d9e0}.program{fill:#ddf4ff;stroke:#0969da}.list{fill:#fff8c5;stroke:#9a6700}
.program,.list{fill-opacity:.55;stroke-width:2}
@media(prefers-color-scheme:dark){
text{fill:#f0f6fc}.text{fill:#b1bac4}.add,.keep{fill:#56d364}.remove{fill:#ff9c94}
.card{fill:#0d1117;stroke:#3d444d}.program{fill:#12335c;stroke:#58a6ff}.list{fill:#443111;stroke:#d29922}
}
`.trim();

/** Prints the picture of ownership as an SVG with a background of its own, for light and dark pages. */
export function printOwnership(): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 340" width="900" height="340" role="img" aria-label="${alternative}">`,
    `<style>${style}</style>`,
    `<rect class="card" x=".5" y=".5" width="899" height="339" rx="10"/>`,
    `<rect class="program" x="20" y="56" width="572" height="264" rx="12"/>`,
    `<rect class="list" x="308" y="56" width="572" height="264" rx="12"/>`,
    `<text class="name" x="150" y="38">The program</text>`,
    `<text class="name" x="750" y="38">The app list</text>`,
    ...regions.flatMap(printRegion),
    `</svg>`,
    ``,
  ].join("\n");
}

function printRegion({ center, top, lines }: Region): readonly string[] {
  let y = top;
  return lines.map(({ text, style: name }, index) => {
    if (index > 0) y += isFirstOfGroup(lines, index) ? 38 : 26;
    return `<text class="${name}" x="${center}" y="${y}">${text}</text>`;
  });
}

/** Whether a line begins another group: the first one, or one after the effect of a command. */
function isFirstOfGroup(lines: readonly Line[], index: number): boolean {
  const previous = lines[index - 1]?.style;
  return previous === "title" || previous === "add" || previous === "keep" || previous === "remove";
}
