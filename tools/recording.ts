// `npm run lab -- recording`, after the set-up: runs the demo and writes it to docs/recording.svg, as an animation.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { playDemo } from "./demo/demo.ts";
import { typeScript } from "./demo/edition.ts";
import { root } from "./paths.mjs";
import { formatDuration } from "./progress.mjs";
import { engineFolder } from "./pulumi/engine-folder.ts";
import { planFilm } from "./recording/frames.ts";
import { printSvg, terminalSize } from "./recording/svg.ts";
import { createRecordingTerminal } from "./recording/transcript.ts";
import { runProgram } from "./tool-error.mjs";

const title = "npm run demo: real pulumi commands manage an app list on a simulator of the API";

await runProgram(async () => {
  const terminal = createRecordingTerminal();
  await playDemo(typeScript, await engineFolder(), terminal, new AbortController().signal);
  const film = planFilm(terminal.segments(), terminalSize);
  const svg = printSvg(film, title);
  writeFileSync(join(root, "docs", "recording.svg"), svg);
  const size = Math.ceil(Buffer.byteLength(svg) / 1000);
  console.log(`docs/recording.svg: ${film.lines.length} lines, ${formatDuration(film.duration * 1000)}, ${size} kB`);
});
