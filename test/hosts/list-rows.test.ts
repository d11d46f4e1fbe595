import { join } from "node:path";
import { expect, it } from "vitest";
import { listsAndFiles } from "../cli/lists";
import { readExamples } from "../harness/example-texts";
import { previewInTypeScript, previewInYaml } from "./previews";

/** A file after >, and the lines that validate prints: written by hand, before the code. The previews agree with them. */
it.each(readExamples(join(import.meta.dirname, "list-rows.txt")))("%s", async (_, input, expected) => {
  const [, name = "", content = ""] = /^> (.*)\n([^]*)$/mu.exec(input) ?? [];
  const { run, folder } = await listsAndFiles([], { [name]: content });
  const { output, code } = await run("validate FOLDER/* --kind app-bundles");
  expect(output.split("\n").filter(Boolean)).toEqual(expected);
  const findings = expected.slice(0, -1).filter((line) => !/" (?:expired after|repeats) /u.test(line));
  const errors = findings.filter((line) => !line.includes(": warning: "));
  expect(code).toBe(errors.length > 0 ? 1 : 0);
  // A preview with an error does not need to name the warnings.
  const named = (errors.length > 0 ? errors : findings).map((line) => sentenceOf(line, name));
  const previews = [
    previewInTypeScript(join(folder, name)),
    name.endsWith(".csv") ? undefined : await previewInYaml(content),
  ];
  for (const preview of previews.filter((one) => one !== undefined)) {
    const printed = preview
      .filter((line) => /^(?:error|warning)/u.test(line) || line.startsWith(" "))
      .join("\n")
      .replaceAll(`${folder}/`, "");
    for (const sentence of named) expect(printed).toContain(sentence);
    expect(/^error/mu.test(printed)).toBe(errors.length > 0);
    if (named.length === 0) expect(printed).toBe("");
  }
});

/** A finding without the place and the code. What to do with a whole file differs from what to do with a text in a program. */
function sentenceOf(line: string, name: string): string {
  const [ofFile] = line.startsWith(`${name}: "${name}" `)
    ? line.slice(`${name}: "${name}" `.length).split(/[:,] /u)
    : [];
  return ofFile ?? line.replace(/^[^:]*(?::\d+)?: (?:warning: )?/u, "").replace(/ \[[A-Z_]+\]$/u, "");
}
