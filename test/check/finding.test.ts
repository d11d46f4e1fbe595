import { expect, it } from "vitest";
import { printFinding, shortenRepeated, type Finding } from "../../provider/check/finding";
import { readListed } from "../../provider/check/listed-entries";

it.each<[Finding, string, string]>([
  [
    { source: "appBundles[1]", value: "com.a,com.b", problem: "contains a comma", advice: "write 2 entries" },
    'appBundles[1]: "com.a,com.b" contains a comma: write 2 entries',
    "appBundles[1] contains a comma",
  ],
  [
    { source: "a.csv:1", problem: "the row has no entry" },
    "a.csv:1: the row has no entry",
    "a.csv:1: the row has no entry",
  ],
  [{ problem: "appBundles is a table", advice: '"x"' }, 'appBundles is a table: "x"', "appBundles is a table"],
])("a finding is printed with its value, and a secret one by its place alone: %j", (finding, printed, secret) => {
  expect([printFinding(finding), printFinding(finding, true)]).toEqual([printed, secret]);
});

it("no rejection of a secret repeats a part of its entry or its note", () => {
  const listed = [
    "com.secret,com.b",
    "com.secret b",
    " com.secret",
    "'com.secret'",
    "//com.secret",
    "com.secret#x",
    "com.secret\\nx",
    "https://secret.example",
    "3.43200656E8",
    `com.secret.${"secret".repeat(400)}`,
    "com.secret\ufffd",
    "\u0000secret",
    { entry: "com.secret", until: "secret" },
    { entry: "com.secret", note: "until 2027-99-99 secret" },
    { entry: "com.secret", note: "secret".repeat(400) },
  ];
  const { problems } = readListed("appBundles", listed, "2026-11-21");
  expect(problems).toHaveLength(listed.length);
  for (const problem of problems) expect(printFinding(problem, true)).not.toMatch(/secret|34320|2027-99/u);
});

it("findings with the same problem are shortened, whatever their advice", () => {
  const all = Array.from({ length: 400 }, (_, line) => ({
    source: `a.txt:${line + 1}`,
    value: `v${line}`,
    problem: "is a link",
    advice: `write ${line}`,
  }));
  const shortened = shortenRepeated(all, () => 700);
  expect(shortened.slice(0, 5)).toEqual(all.slice(0, 5));
  expect(shortened.slice(5).map((one) => printFinding(one))).toEqual([
    'a.txt:6: "v5" has the same problem, as do 394 more lines (7, 8, 9, 10, 11, 12, 13, 14, 15, 16 and 384 more)',
  ]);
  expect(shortenRepeated(all, () => 800)).toEqual(all);
});
