import fc from "fast-check";
import { kinds } from "../../provider/list/kinds";
import type { KindReport, Report, ReportedEntry, ResourceReport } from "../../provider/report/report";
import { anyText } from "../list/arbitraries";

const markup = ["```", "`", "~~~", "|", "\\", "---", "# ", "- ", "<!--", "-->", "</details>", "<script>", "**", "&lt;"];
const links = [
  "![x](http://evil.example/x.png)",
  "[x](javascript:alert(1))",
  "https://evil.example",
  "www.evil.example",
];
const others = [
  "<img src=x onerror=alert(1)>",
  "@everyone",
  "evil@evil.example",
  "</code>",
  "\n",
  "\r\n",
  "\u001b[2J",
  " ",
];

/** Texts with which others could try to get out of where a report shows them. */
export const hostileText = fc.oneof(
  anyText,
  fc.array(fc.constantFrom(...markup, ...links, ...others), { maxLength: 12 }).map((parts) => parts.join("")),
);

/** Sometimes a text that is far too long. */
const longText = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.tuple(hostileText, fc.nat(400)).map(([text, times]) => `${text}x`.repeat(times).slice(0, 20_000)),
  },
);

const entry: fc.Arbitrary<ReportedEntry> = fc
  .record({ entry: longText, note: longText, origin: fc.constant("adopted" as const) }, { requiredKeys: ["entry"] })
  .map((one) => one);

/** Entries, at times thousands of them. */
const entries = fc.oneof(
  { weight: 8, arbitrary: fc.array(entry, { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(entry, fc.nat(2000)).map(([one, times]) => Array.from({ length: times }, () => one)),
  },
);

const kindReport: fc.Arbitrary<KindReport> = fc.record({
  kind: fc.constantFrom(...kinds),
  unchanged: fc.nat(),
  added: entries,
  removed: entries,
  missing: entries,
  unexpected: entries,
  kept: entries,
  expiring: fc.array(fc.record({ entry: longText, until: fc.constant("2027-02-01") }), {
    maxLength: 3,
  }),
});

const total = fc.record({
  count: fc.nat(),
  bound: fc.constantFrom("exact", "atMost", "notKnown"),
});

const message = fc.record(
  {
    message: longText,
    severity: fc.constantFrom("info", "warning"),
    topic: fc.constantFrom("drift", "notVerified"),
  },
  { requiredKeys: ["message", "severity"] },
);

const resource: fc.Arbitrary<ResourceReport> = fc
  .record({
    name: longText,
    operation: fc.constantFrom("create", "update", "replace", "delete", "same"),
    appListId: fc.option(fc.nat(), { nil: undefined }),
    isExclusive: fc.boolean(),
    kinds: fc.array(kindReport, { maxLength: 3 }),
    totals: fc.record({ added: total, removed: total, losable: fc.nat() }),
    remarks: fc.array(longText, { maxLength: 4 }),
    messages: fc.array(message, { maxLength: 3 }),
    observation: fc.constantFrom("read", "notRead", "new"),
    more: fc.record(
      {
        listName: longText,
        account: longText,
        hasAssociatedCampaigns: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ more, ...rest }) => ({ ...rest, ...more, urn: rest.name, notVerified: [] }));

const resources = fc.oneof(
  { weight: 6, arbitrary: fc.array(resource, { maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(resource, fc.nat(1000)).map(([one, times]) => Array.from({ length: times }, () => one)),
  },
);

const sentences = fc.oneof(
  { weight: 6, arbitrary: fc.array(longText, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(longText, fc.nat(500)).map(([one, times]) => Array.from({ length: times }, () => one)),
  },
);

const messages = fc.oneof(
  { weight: 6, arbitrary: fc.array(message, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(message, fc.nat(500)).map(([one, times]) => Array.from({ length: times }, () => one)),
  },
);

/** Any report, of any length. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  createdAt: fc.constant("2027-01-31T12:34:56.000Z"),
  stack: fc.option(longText, { nil: undefined }),
  commit: fc.option(longText, { nil: undefined }),
  isRefreshed: fc.boolean(),
  resources,
  errors: sentences.map((all) => all.map((text) => ({ message: text, resources: [text] }))),
  messages,
});
