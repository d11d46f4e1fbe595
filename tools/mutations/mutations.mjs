/** @import { Mutation } from "./try-defect.mjs" */

/** The tests of project `fast`, and those that change their whole process. */
const projects = ["--project", "fast", "--project", "isolated"];
const cases = [...projects, "test/exhaustive/cases.test.ts"];
/** @param {string} room */
const folder = (room) => [...projects, `test/${room}`];
const histories = [...projects, "test/exhaustive/histories.test.ts", "-t", "two resources"];

/**
 * Deliberate defects, one per line: a file in provider/, a text that occurs once in it, and what replaces the text. The
 * tests of their group must find each of them.
 *
 * @type {readonly { readonly tests: readonly string[], readonly defects: string }[]}
 */
const groups = [
  {
    tests: cases,
    defects: String.raw`
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
  },
  {
    tests: histories,
    defects: String.raw`
      resource/lifecycle.ts: list.declaredBefore(removing, id); ==> early; const early = list.declaredBefore(noEntries, id);`,
  },
  {
    tests: folder("api"),
    defects: String.raw`
      api/meaning.ts: "SERVICE_UNAVAILABLE", effect: "possible", ==> "SERVICE_UNAVAILABLE", effect: "denied",
      api/token.ts: call.redactor.add(issued.access_token); ==> void call.redactor;
      api/settings-table.ts: url.hostname === "localhost" ==> url.hostname.endsWith("localhost")
      api/transport.ts: purpose === "change" ? lastSignal : signal ==> signal`,
  },
  {
    tests: folder("sync"),
    defects: String.raw`
      sync/access.ts: const response = isEmpty(forbidden) ==> const response = true
      sync/next-step.ts: round === 0 || action === "remove" ? goal.guard ==> round === 0 ? goal.guard
      sync/observe.ts: added.effect === "possible" ? sentinel : noEntries ==> noEntries`,
  },
  {
    tests: folder("list"),
    defects: String.raw`
      list/update.ts: intersection(difference(own, desired), known) ==> difference(known, desired)
      list/permit.ts: removable === "any" ? named : removable[kind] ==> named
      list/limits.ts: kept === 0 && own >= bounds.fewestEmptied ==> false
      list/expiry.ts: until < today ==> until <= today`,
  },
  {
    tests: folder("resource"),
    defects: String.raw`
      resource/lifecycle.ts: if (hasOtherBaseUrl(state, baseUrl)) throw ==> if (false) throw
      resource/guard.ts: if (now.unnamed.most > 0) return ==> if (false) return
      resource/inputs.ts: if (!parsed.success || problems.length > 0) ==> if (!parsed.success)`,
  },
  {
    tests: folder("hosts"),
    defects: String.raw`
      hosts/plugin/values.ts: value.secret === true ==> false
      hosts/plugin/provider-config.ts: secret: secret.union(new Set(secrets)) ==> secret`,
  },
  {
    tests: folder("files"),
    defects: String.raw`
      files/table.ts: read.entries.length > 0 && opposite.test(value.text) ==> false
      files/text-file.ts: (isSorted ? lines.toSorted() : lines) ==> lines.toSorted()`,
  },
  {
    tests: folder("report"),
    defects: String.raw`
      report/delivery.ts: Math.max(delivery.added ?? 0, delivery.removed ?? 0) ==> (delivery.added ?? 0)
      report/plan.ts: isRetained: isRetained === true ==> isRetained: false
      report/html/markup.ts: escapeText(printableLine(bounds.pageCharacters, content)) ==> content`,
  },
  {
    tests: folder("cli"),
    defects: String.raw`
      cli/commands/pull.ts: if (lost.length > 0 && !force) throw ==> if (false) throw
      cli/commands/diff.ts: facts.notVerified.length > 0 ? "notVerified" : "equal" ==> "equal"
      cli/commands/report.ts: outcome === "overLimit" ? "error" ==> outcome === "overLimit" ? "changes"`,
  },
  {
    tests: folder("simulator"),
    defects: String.raw`
      simulator/respond.ts: token === undefined || now >= token.expiresAt ==> token === undefined`,
  },
  {
    tests: folder("common"),
    defects: String.raw`
      common/folders.ts: (status.mode & 0o077) !== 0 ==> false`,
  },
];

/** @returns {readonly Mutation[]} */
export function readMutations() {
  return groups.flatMap(({ tests, defects }) =>
    Array.from(defects.matchAll(/^ *(\S+): (.*) ==> (.*)$/gmu), ([, file = "", text = "", defect = ""]) => {
      return { file, text, defect, tests };
    }),
  );
}
