import { expect, it } from "vitest";
import { listsAndFiles } from "./lists";

const files = {
  "broken.csv": "app_bundle,expires\n,2027-01-31\n",
  "invalid.txt": "com.a,com.b\n",
  "other.ods": "",
  "unknown.txt": "10-abc\nsomething\n",
  "unknown.csv": "entry,website\nelse,\nother,\n",
};

const kindOption = "--kind must be one of app-bundles, placement-ids, websites";

it.each([
  ["show 9", "App list 9 cannot be read: the API returns 404"],
  ["show abc", "list-id must be a positive integer"],
  ["show 4321 --kind apps", kindOption],
  ["show", "missing required argument 'list-id'"],
  ["diff 4321 FOLDER/invalid.txt", "contains a comma"],
  ["diff 4321 FOLDER/broken.csv", "expiry date in a row without an entry"],
  ["diff 4321 FOLDER/none*", "was not found"],
  ["diff 4321 FOLDER/other.ods", "unknown format"],
  [
    "diff 4321 FOLDER/unknown*",
    'Invalid options: "unknown.csv", "unknown.txt": the kind of entries is not known; choose it with --kind app-bundles, ' +
      "placement-ids or websites. Nothing was changed. See --help.",
  ],
  ["find com.a", "name files with --file, or lists with --list"],
  ["find com.a --list x", "--list must be a positive integer"],
  ["find com.a --list 9", "App list 9 cannot be read"],
  ["find com.a --file FOLDER/none*", "was not found"],
  ["find com.a --file FOLDER/broken.csv", "expiry date in a row without an entry"],
  ["find com.a FOLDER/broken.csv --list 4321", 'broken.csv" is a file: write --file "'],
  ["find com.a --files FOLDER/unknown.csv", "unknown option '--files'"],
  ["find", "missing required argument 'entries'"],
  ["validate FOLDER/none*", "was not found"],
  ["validate --kind apps FOLDER/invalid.txt", kindOption],
  ["validate --format csv FOLDER/unknown.csv", "--format is the format of the standard input"],
  ["validate -", 'The list file "-" is the standard input, and nothing is piped in.'],
])("app-list %s exits with 1, names the problem, and sends no request about another list", async (command, problem) => {
  const { run, requests } = await listsAndFiles([{ id: 4321, name: "a" }], files);
  const { code, output, messages } = await run(command, { isInputInteractive: true });
  expect([code, output]).toEqual([1, ""]);
  expect(messages.replaceAll('\\"', '"')).toContain(problem);
  const json = await run(`${command} --json`, { isInputInteractive: true });
  expect(json).toMatchObject({ code: 1, messages: "" });
  expect(JSON.parse(json.output)).toMatchObject({ error: { message: expect.stringContaining(problem) as unknown } });
  // A 404 is repeated once.
  const sent = command.endsWith(" 9") ? ["token", "remove", "remove"] : [];
  expect(requests()).toEqual([...sent, ...sent]);
});
