import { expect, it } from "vitest";
import { pulumiHosts } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { inList, listsOf, testbed } from "./testbed";

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `com.wrong.app${index}`);

it.each(pulumiHosts)(
  "stops 300 wrong apps in the preview of a list of 12, with $name, and sends nothing",
  async (host) => {
    const right = Array.from({ length: 12 }, (_, index) => `com.right.app${index}`);
    const blocked = (entries: readonly string[]) => inList(1, entries, { additionLimit: "50%" });
    const { project, simulator, appBundles } = await testbed({
      host,
      program: { blocked: blocked(right) },
      lists: listsOf({ 1: [] }),
    });
    const created = succeeded(await project.up());
    expect(created.text).toContain("added 12 app bundles (");
    simulator.clearJournal();
    project.declare({ blocked: blocked([...right, ...numbered(300)]) });
    for (const run of [await project.preview(), await project.up()]) {
      expect(failed(run).text).toContain(
        "would add 300 entries to 12 managed, more than the limit of 50% at once. [CHANGE_LIMIT]",
      );
    }
    expect(simulator.journal).toEqual([]);
    const digest = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec((await project.preview()).text)?.[1] ?? "";
    project.environment["APP_LIST_APPROVE"] = digest;
    succeeded(await project.up());
    expect(appBundles(1)).toHaveLength(312);
  },
);

it.each(pulumiHosts)("stops entries that nobody means in the preview, with $name", async (host) => {
  const link = "https://play.google.com/store/apps/details?id=com.example.game";
  const { project, simulator } = await testbed({
    host,
    program: { blocked: inList(1, [link, "'com.b'", "com.ok#nospace"]) },
    lists: listsOf({ 1: [] }),
  });
  const { text } = failed(await project.preview());
  expect(text).toContain(`"${link}" is a link: write "com.example.game"`);
  expect(text).toContain(`"'com.b'" begins or ends with a quote: write the entry without quotes`);
  expect(text).toContain('"com.ok#nospace" contains #: a note starts with a space and #');
  expect(text).toContain("[ARGUMENTS_INVALID]");
  expect(simulator.journal).toEqual([]);
});
