import fc from "fast-check";
import { kinds } from "../../provider/list/kinds";
import { entryChanges } from "../../provider/report/report";
import type { Report, ReportedEntry, ResourceReport } from "../../provider/report/report";
import { anyText } from "../list/arbitraries";

const markup =
  "``` § ` § ~~~ § | § \\ § --- § #  § -  § <!-- § --> § </details> § <script> § ** § &lt; § </code>".split(" § ");
const links = "![x](http://evil.example/x.png) [x](javascript:alert(1)) https://evil.example www.evil.example".split(
  " ",
);
const others = ["<img src=x onerror=alert(1)>", "@everyone", "evil@evil.example", "\n", "\r\n", "\u001b[2J", " "];

/** Texts with which others could try to get out of where a report shows them. */
const hostileText = fc.oneof(
  anyText,
  fc.array(fc.constantFrom(...markup, ...links, ...others), { maxLength: 12 }).map((some) => some.join("")),
);

/** Mostly a value of the first kind, at times one of the second. */
function rarely<Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** A few values, at times one of them many times. */
function listOf<Value>(value: fc.Arbitrary<Value>, few: number, many: number): fc.Arbitrary<Value[]> {
  const repeated = fc.tuple(value, fc.nat(many)).map(([one, times]) => Array.from({ length: times }, () => one));
  return rarely(fc.array(value, { maxLength: few }), repeated);
}

/** Sometimes a text that is far too long. */
const longText = rarely(
  hostileText,
  fc.tuple(hostileText, fc.nat(400)).map(([text, times]) => `${text}x`.repeat(times).slice(0, 20_000)),
);

const entry: fc.Arbitrary<ReportedEntry> = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    change: fc.constantFrom(...entryChanges),
    entry: longText,
    note: longText,
    origin: fc.constant("adopted" as const),
  },
  { requiredKeys: ["kind", "change", "entry"] },
);

const total = fc.record({ count: fc.option(fc.nat()), isAtMost: fc.boolean() });

const message = fc.record(
  {
    message: longText,
    severity: fc.constantFrom("info", "warning"),
    topic: fc.constantFrom("drift", "notVerified"),
  },
  { requiredKeys: ["message", "severity"] },
);

const overLimit = fc.record({
  limit: fc.constantFrom("removalLimit", "additionLimit"),
  value: fc.constantFrom("30%", "500"),
  part: fc.constantFrom("all", "unmanaged", ...kinds),
  isEverything: fc.boolean(),
  changed: fc.nat(),
  whole: fc.nat(),
  allowed: fc.nat(),
});

const resource: fc.Arbitrary<ResourceReport> = fc
  .record({
    name: longText,
    operation: fc.constantFrom("create", "update", "replace", "delete", "same"),
    appListId: fc.option(fc.nat(), { nil: undefined }),
    isExclusive: fc.boolean(),
    entries: listOf(entry, 12, 5000),
    totals: fc.record({ added: total, removed: total, atRisk: fc.option(fc.nat()) }),
    remarks: fc.array(longText, { maxLength: 4 }),
    messages: fc.array(message, { maxLength: 3 }),
    observation: fc.constantFrom("read", "notRead", "new"),
    more: fc.record(
      { listName: longText, account: longText, hasAssociatedCampaigns: fc.boolean(), overLimit },
      { requiredKeys: [] },
    ),
  })
  .map(({ more, ...rest }) => ({ ...rest, ...more, urn: rest.name, notVerified: [] }));

const text = fc.option(longText, { nil: undefined });

/** Any report, of any length. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  createdAt: fc.constant("2027-01-31T12:34:56.000Z"),
  stack: text,
  commit: text,
  isRefreshed: fc.boolean(),
  isComplete: fc.boolean(),
  resources: listOf(resource, 6, 1000),
  errors: listOf(
    longText.map((one) => ({ message: one, resources: [one], urns: [one] })),
    4,
    500,
  ),
  messages: listOf(message, 4, 500),
});
