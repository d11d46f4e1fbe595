import { expect, it } from "vitest";
import { withDelivery, type Delivery } from "../../provider/report/delivery";
import { reportOutcome, type ReportedEntry } from "../../provider/report/report";
import { printHeadline } from "../../provider/report/summary";
import { reportWith, resourceReport, sampleReport } from "./sample-reports";

const delivery: Delivery = {
  file: "days.csv",
  measure: "impressions",
  rowsLeftOut: 0,
  shares: [
    ["com.added", 0.5],
    ["com.missing", 0.25],
    ["com.removed", 0.125],
    ["com.unexpected", 0.0625],
    ["com.expired", 0.03125],
    ["com.kept", 0.015625],
  ],
};

/** What the delivery report adds to a report in which one entry changes in each of these ways. */
function delivered(...changes: readonly ReportedEntry["change"][]) {
  const changed = Object.fromEntries(changes.map((change) => [change, [{ entry: `com.${change}` }]]));
  const { resources, delivery: whole } = withDelivery(reportWith(changed), delivery);
  const [resource] = resources;
  return { whole, list: resource?.delivery, shares: resource?.entries.map(({ entry, share }) => [entry, share]) };
}

it("entries that are added again count with those that are added, and those that others added with the removed ones", () => {
  const { list, shares } = delivered("added", "missing", "removed", "unexpected", "expired", "kept");
  expect(list).toEqual({ added: 0.75, removed: 0.21875, entries: 5, unknown: 0 });
  expect(shares).toEqual([...delivery.shares.slice(0, -1), ["com.kept", undefined]]);
});

it("an entry counts once, however many lists have it, and once more in another kind", () => {
  const one = { change: "added", entry: "com.added" } as const;
  const entries = [{ ...one, kind: "appBundles" } as const, { ...one, kind: "websites" } as const];
  const report = sampleReport(resourceReport({ entries }), resourceReport({ entries }));
  expect(withDelivery(report, delivery).delivery).toMatchObject({ added: 1, entries: 2, unknown: 0 });
});

it.each(["added", "removed"] as const)(
  "entries that are %s and have more of the delivery than allowed are over the limit",
  (change) => {
    const report = reportWith({ [change]: [{ entry: `com.${change}` }] });
    const outcomes = [10, 50].map((most) => reportOutcome(withDelivery(report, delivery, { unit: "percent", most })));
    expect(outcomes).toEqual(["overLimit", "changes"]);
  },
);

it.each([
  [
    ["added"],
    "1 app list will change: +1; adds entries with 50% of the impressions in days.csv (its dates are not known)",
  ],
  [["kept"], "1 app list will change: no entries"],
] as const)("the first line names the shares of entries that change, also of one: %j", (changes, expected) => {
  const changed = Object.fromEntries(changes.map((change) => [change, [{ entry: `com.${change}` }]]));
  expect(printHeadline(withDelivery(reportWith(changed), delivery))).toBe(expected);
});
