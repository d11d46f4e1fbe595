import { join } from "node:path";
import { expect, it } from "vitest";
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

const campaigns = [
  { budget: 12.5, id: 1, name: "Spring", active: true, targeting: { country: "DE" }, end: null },
  { id: 2, name: "\u001b[2JSummer\u202e", active: false },
];

// Each example has files after >, and commands after $ that run on 2027-01-15. A variable without a value is not set.
it.each(readExamples(join(import.meta.dirname, "examples.txt")))("app-list %s", async (_, input, expected) => {
  const files = Array.from(
    input.matchAll(/^> (.*)\n([^>$]*)/gmu),
    ([, name = "", content = ""]) => [name, content] as const,
  );
  const behavior = input.includes("# The API hides websites.") ? hidingWebsites : {};
  const bed = await listsAndFiles(lists, Object.fromEntries(files), { behavior, campaigns });
  const printed: string[] = [];
  for (const [, variables = "", line = ""] of input.matchAll(/^\$ ((?:[A-Z_]+=\S* )*)(.*)$/gmu)) {
    const given = Array.from(
      variables.matchAll(/([A-Z_]+)=(\S*)/gu),
      ([, name = "", value]) => [name, value === "" ? undefined : value] as const,
    );
    const environment = Object.fromEntries(given);
    const { code, output, messages } = await bed.run(line, { environment });
    const text = `${output}${messages.replaceAll(/^(?=.)/gmu, "stderr: ")}`
      .replaceAll(bed.simulator.url, "URL")
      .replaceAll(/\b[0-9a-f]{16}\b/gu, "DIGEST");
    printed.push(...text.split("\n").filter(Boolean), [`exit code ${code}`, ...bed.requests()].join(", "));
    bed.simulator.clearJournal();
  }
  expect(printed).toEqual(expected);
  expect(lists.map(({ id }) => bed.simulator.list(id))).toMatchObject(lists);
});
