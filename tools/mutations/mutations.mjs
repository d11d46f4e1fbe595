/** @import { Mutation } from "./try-defect.mjs" */

/**
 * Deliberate defects by the tests in test/ that must find each of them. One per line: a file in provider/, a text that
 * occurs once in it, and what replaces the text.
 */
const groups = {
  "exhaustive/cases.test.ts": String.raw`
    list/update.ts: difference(desired, present), unconfirmed.add) ==> difference(desired, present), noEntries)
    list/ownership.ts: union(difference(managed, adopted), unconfirmed.add) ==> managed
    list/ownership.ts: union(before.adopted, diff ==> union(noEntries, diff
    list/ownership.ts: union(unconfirmed.add, acknowledged.add) ==> unconfirmed.add
    list/ownership.ts: before.managed, knownEntries(views) ==> before.managed, seenEntries(views)
    list/ownership.ts: claimExisting ? desired : noEntries ==> desired
    list/ownership.ts: managed, appeared] ==> managed, before.unconfirmed.add]
    sync/knowledge.ts: entries: believed[kind], basis: "believed" ==> entries: noEntries[kind], basis: "seen"
    sync/knowledge.ts: viewsAfter: views, ==> viewsAfter: views, viewsBefore: byKind((kind) => ({ ...viewsBefore[kind], basis: "seen" })),
    sync/next-step.ts: isAddingDone && !isEmpty(unconfirmed.add) ==> false
    sync/observe.ts: isNull && before === undefined ==> false`,
  "exhaustive/histories.test.ts": String.raw`
    resource/lifecycle.ts: list.declaredBefore(removing, id); ==> early; const early = list.declaredBefore(noEntries, id);`,
  api: String.raw`
    api/meaning.ts: "SERVICE_UNAVAILABLE", effect: "possible", ==> "SERVICE_UNAVAILABLE", effect: "denied",
    api/token.ts: call.redactor.add(issued.access_token); ==> void call.redactor;
    api/settings-table.ts: url.hostname === "localhost" ==> url.hostname.endsWith("localhost")
    api/transport.ts: purpose === "change" ? lastSignal : signal ==> signal`,
  sync: String.raw`
    sync/access.ts: const response = isEmpty(forbidden) ==> const response = true
    sync/next-step.ts: round === 0 || action === "remove" ? goal.guard ==> round === 0 ? goal.guard
    sync/observe.ts: added.effect === "possible" ? sentinel : noEntries ==> noEntries`,
  list: String.raw`
    list/update.ts: intersection(difference(own, desired), known) ==> difference(known, desired)
    list/permit.ts: removable === "any" ? named : removable[kind] ==> named
    list/limits.ts: kept === 0 && own >= bounds.fewestEmptied ==> false
    list/expiry.ts: until < today ==> until <= today`,
  resource: String.raw`
    resource/lifecycle.ts: if (hasOtherBaseUrl(state, baseUrl)) throw ==> if (false) throw
    resource/guard.ts: if (now.unnamed.most > 0) return ==> if (false) return
    resource/inputs.ts: if (!parsed.success || problems.length > 0) ==> if (!parsed.success)`,
  hosts: String.raw`
    hosts/plugin/values.ts: value.secret === true ==> false
    hosts/plugin/provider-config.ts: secret: secret.union(new Set(secrets)) ==> secret`,
  files: String.raw`
    files/table.ts: read.entries.length > 0 && opposite.test(value.text) ==> false
    files/text-file.ts: (isSorted ? lines.toSorted() : lines) ==> lines.toSorted()`,
  report: String.raw`
    report/delivery.ts: Math.max(delivery.added ?? 0, delivery.removed ?? 0) ==> (delivery.added ?? 0)
    report/plan.ts: isRetained: isRetained === true ==> isRetained: false
    report/html/markup.ts: escapeText(printableLine(bounds.pageCharacters, content)) ==> content`,
  cli: String.raw`
    cli/commands/pull.ts: if (lost.length > 0 && !force) throw ==> if (false) throw
    cli/commands/diff.ts: facts.notVerified.length > 0 ? "notVerified" : "equal" ==> "equal"
    cli/commands/report.ts: outcome === "overLimit" ? "error" ==> outcome === "overLimit" ? "changes"`,
  simulator: String.raw`
    simulator/respond.ts: token === undefined || now >= token.expiresAt ==> token === undefined`,
  common: String.raw`
    common/folders.ts: (status.mode & 0o077) !== 0 ==> false`,
};

/** @returns {readonly Mutation[]} */
export function readMutations() {
  return Object.entries(groups).flatMap(([tests, defects]) =>
    Array.from(defects.matchAll(/^ *(\S+): (.*) ==> (.*)$/gmu), ([, file = "", text = "", defect = ""]) => {
      return { file, text, defect, tests: `test/${tests}` };
    }),
  );
}
