import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { readExamples } from "../harness/example-texts";
import { hidingWebsites } from "../harness/shows";
import { listsAndFiles } from "./lists";

const [games, bundles] = [["www.casino.example"], ["com.gold.bingo", "com.other", "1234567"]];
const brandSafety = {
  appBundles: ["com.b", "com.a", "com.other"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

const lists = [
  { id: 1, name: "games", appBundles: bundles, websites: games },
  { id: 2, name: "europe", appBundles: ["com.Gold.Bingo"], placementIds: ["10-abc"] },
  { id: 4321, name: "brand safety", ...brandSafety, hasAssociatedCampaigns: true },
];

// The codes of colors, each before a text that it marks. Without colors, the same is printed.
it.each([
  ["validate FOLDER/tidy.txt", ["32 0 errors", "32 0 warnings"]],
  ["validate FOLDER/odd.txt", ["33 warning:", "32 0 errors", "33 1 warning"]],
  ["validate FOLDER/wrong.txt", ["31 1 error", "32 0 warnings"]],
  ["diff 1 FOLDER/tidy.txt", ['1 app list 1 "games"', "32 missing   ", "31 undeclared"]],
  ["doctor --list 9", ["32 ✓", "31 ✗", "1 What this API does"]],
])("app-list %s marks its results with colors", async (command, marked) => {
  const files = {
    "tidy.txt": "com.a\n",
    "odd.txt": "https://a.example/page\ncom.a  # expires 2027-02-30\n",
    "wrong.txt": "a,b\n",
  };
  const { run } = await listsAndFiles(lists, files);
  const { output } = await run(command, { hasColors: true });
  // Each second one ends a mark.
  const parts = output.split("\u001b[").filter((_, index) => index % 2 === 1);
  expect(new Set(parts.map((part) => part.replace("m", " ")))).toEqual(new Set(marked));
  expect((await run(command)).output).toBe(stripVTControlCharacters(output));
});

const campaigns = [
  { budget: 12.5, id: 1, name: "Spring", active: true, targeting: { country: "DE" }, end: null },
  { id: 2, name: "\u001b[2JSummer\n\u202e", active: false },
];

const answering = (status: number, action: "campaigns" | "remove", nth?: number): SimulatorOptions => ({
  faults: [{ on: { action, nth }, effect: "before", answer: { kind: "status", status } }],
});

/** What an example says of the API, and how the simulator is so. */
const apis: Readonly<Record<string, SimulatorOptions>> = {
  "hides websites": { behavior: hidingWebsites },
  "refuses absent entries": { behavior: { removeAbsent: "error" } },
  "answers 200 to the probe, with nothing": answering(200, "remove"),
  "answers 403 to the probe": answering(403, "remove"),
  "answers 503 to the second probe": answering(503, "remove", 2),
  "answers 403 to campaigns": answering(403, "campaigns"),
  "has a read endpoint, which shows null in place of websites": {
    behavior: { read: "/v1/app_list/{id}", shows: { read: { kinds: ["appBundles", "placementIds"], others: "null" } } },
  },
};

/** A workbook as Excel writes it, with the sheets "Blocked", "Old & new" (hidden), "Empty" and "Far". */
const workbook = join(import.meta.dirname, "workbook.xlsx");

const examples = ["examples.txt", "convert-examples.txt"].flatMap((name) =>
  readExamples(join(import.meta.dirname, name)),
);

// Each example has files after >, and commands after $ that run on 2027-01-15; cat prints a file. A variable without a
// value is not set.
it.each(examples)("app-list %s", async (_, input, expected) => {
  const files = Array.from(
    input.matchAll(/^> (.*)\n([^>$]*)/gmu),
    ([, name = "", content = ""]) => [name, content] as const,
  );
  const [, api = ""] = /^# The API (.*)\.$/mu.exec(input) ?? [];
  const bed = await listsAndFiles(lists, Object.fromEntries(files), { ...apis[api], campaigns });
  const previousFolder = process.cwd();
  process.chdir(bed.folder);
  onTestFinished(() => process.chdir(previousFolder));
  const printed: string[] = [];
  for (const [, variables = "", line = ""] of input.matchAll(/^\$ ((?:[A-Z_]+=\S* )*)(.*)$/gmu)) {
    const [, shown] = /^cat FOLDER\/(.*)$/u.exec(line) ?? [];
    if (shown !== undefined) {
      printed.push(...readFileSync(join(bed.folder, shown), "utf8").split("\n").filter(Boolean));
      continue;
    }
    const given = Array.from(
      variables.matchAll(/([A-Z_]+)=(\S*)/gu),
      ([, name = "", value]) => [name, value === "" ? undefined : value] as const,
    );
    const environment = Object.fromEntries(given);
    const { code, output, messages } = await bed.run(line.replace("WORKBOOK", workbook), { environment });
    const text = `${output}${messages.replaceAll(/^(?=.)/gmu, "stderr: ")}`
      .replaceAll(workbook, "WORKBOOK")
      .replaceAll(bed.simulator.url, "URL")
      .replaceAll(/[\d,]+ ms/gu, "N ms")
      .replaceAll(/\b[0-9a-f]{16}\b/gu, "DIGEST");
    printed.push(...text.split("\n").filter(Boolean), [`exit code ${code}`, ...bed.requests()].join(", "));
    bed.simulator.clearJournal();
  }
  expect(printed).toEqual(expected);
  expect(lists.map(({ id }) => bed.simulator.list(id))).toMatchObject(lists);
});
