import { addressOf, kindOf, listOf, nameOf, none, removalsIn, type Entry, type EntrySet } from "./entries";
import { isUndisturbed, type Facts } from "./facts";
import {
  afterDestroy,
  afterRefresh,
  afterUp,
  isAbsenceKnown,
  isDropped,
  isLeftBehind,
  mayBeLost,
  noticedByUp,
  type Ledger,
} from "./ledger";
import { judgeExistence, judgeSentinels } from "./reading";
import {
  acceptedIn,
  declarersOf,
  entriesOf,
  isAboutInputs,
  surelyRegistered,
  untilRefusal,
  withListOf,
} from "./program";
import type { Declared, Owner } from "./program";
import { violations } from "./violations";

/** Which outcomes of a command are expected. */
export interface Expectation {
  /** It must succeed, apart from errors that match the excuse. Default: it may fail. */
  readonly mustSucceed?: boolean;
  readonly excuse?: RegExp | undefined;
  /** Default: 40. */
  readonly mostRequests?: number;
}

/** The declared entries that are not listed, apart from those that another writer removed. */
export function judgeListed(declared: Iterable<Entry>, listed: EntrySet, excused = none): readonly string[] {
  return violations({
    "every declared entry is listed after an up": new Set(declared).difference(listed).difference(excused),
  });
}

/** The claimed entries that are not listed, apart from those of whose removal the state cannot know. */
export function judgeClaims(claimed: EntrySet, listed: EntrySet, excused = none): readonly string[] {
  return violations({ "the state claims only listed entries": claimed.difference(listed).difference(excused) });
}

/** The managed entries that are gone from the list and that a refresh did not report as missing. */
export function judgeDrift(managed: EntrySet, listed: EntrySet, missing: EntrySet): readonly string[] {
  return violations({ "what is adopted, kept or gone is reported": managed.difference(listed).difference(missing) });
}

/** Judges a command by what is known of its stack. */
export function judge(
  ledger: Ledger,
  facts: Facts,
  expectation: Expectation = {},
): { readonly ledger: Ledger; readonly found: readonly string[] } {
  const { next, found } = judgeLists(ledger, facts);
  const ofState = [...judgeState(next, facts), ...judgeSentinels(facts), ...judgeExistence(facts)];
  return { ledger: next, found: [...found, ...ofState, ...judgeAnyOutcome(facts, expectation)] };
}

function judgeLists(ledger: Ledger, facts: Facts): { readonly next: Ledger; readonly found: readonly string[] } {
  const { before, after, sentinelsBefore, sentinels, requests } = facts;
  switch (facts.command) {
    case "up": {
      const noticed = noticedByUp(ledger, facts);
      return { next: afterUp(noticed, facts), found: [...judgeUp(ledger, facts), ...judgeGoal(noticed, facts)] };
    }
    case "refresh":
      return {
        next: afterRefresh(ledger, facts),
        found: violations({
          "a refresh changes no list": before
            .symmetricDifference(after)
            .union(sentinelsBefore.symmetricDifference(sentinels)),
        }),
      };
    case "destroy":
      return { next: afterDestroy(ledger, facts), found: judgeDestroy(ledger, facts) };
    case "preview":
    case "no-op":
      return {
        next: ledger,
        found: violations({ "a command without a difference sends nothing": requests.map(({ action }) => action) }),
      };
  }
}

/** What an up may change, whatever its outcome. */
function judgeUp(ledger: Ledger, facts: Facts): readonly string[] {
  const { outcome, before, after, program, inSequence, requests, isBlinded, multiplied } = facts;
  const declarers = declarersOf(acceptedIn(program));
  // Without a read, a removal may be sent before the engine has registered the other resources, which add it again.
  const isReadFirst = ledger.visible.size > 0;
  const registered = isReadFirst ? surelyRegistered(program, inSequence) : new Map<Entry, Owner>();
  const ofRefused = refusedEntries(facts);
  // In sequence, the provider knows a refused resource only after the changes of those before it.
  const refused = inSequence ? none : ofRefused;
  const known = outcome === "done" ? declarers : registered;
  const mayBeRemoved = (entry: Entry): boolean =>
    (!known.has(entry) || mayBeLost(ledger, entry, inSequence)) &&
    !refused.has(entry) &&
    (ledger.mayBeAdded.has(entry) || isDropped(ledger, entry, program) || isExclusive(entry, program));
  const asked = removalsIn(requests);
  const isRefused = isUndisturbed(facts) && facts.errors.some(isAboutInputs);
  return violations({
    "only declared entries are added": after.difference(before).difference(declarers),
    "only entries that the stack manages are removed": [...before.difference(after)].filter(
      (entry) => !mayBeRemoved(entry),
    ),
    "no request removes a declared entry": asked.filter((entry) => registered.has(entry) && !refused.has(entry)),
    "no request removes an entry of a resource that was refused": asked.filter((entry) => refused.has(entry)),
    "the entries of a refused resource stay in the list": isRefused
      ? refused.intersection(before).difference(after)
      : none,
    "no entry is added twice": [...multiplied].filter((entry) => !isBlinded && ledger.visible.has(kindOf(entry))),
  });
}

/** The entries that refused resources declare, and those of their last valid inputs. */
function refusedEntries({ program, resourcesBefore }: Facts): EntrySet {
  const refused = untilRefusal(program).filter(({ refusal }) => refusal !== undefined);
  const names = new Set(refused.map(({ name }) => name));
  const former = resourcesBefore.flatMap(({ name, declared }) => (names.has(name) ? [...declared] : []));
  return new Set([...former, ...refused.filter(({ refusal }) => refusal !== "no list").flatMap(entriesOf)]);
}

/** What an up that is done must have reached. */
function judgeGoal(noticed: Ledger, facts: Facts): readonly string[] {
  const { outcome, after, program, refresh, isBlinded, claims } = facts;
  if (outcome !== "done") return [];
  const declarers = declarersOf(program);
  const isUnmanaged = (entry: Entry): boolean =>
    noticed.readable.has(kindOf(entry)) && isExclusive(entry, program) && !declarers.has(entry);
  return [
    ...judgeListed(declarers.keys(), after, noticed.unnoticed),
    ...violations({
      "an added entry is removed after its last declaration": [...noticed.added].flatMap(([entry, owner]) =>
        after.has(entry) && !declarers.has(entry) && !isLeftBehind(owner, program) ? [entry] : [],
      ),
      "an exclusive list has no other entry after an up --refresh":
        refresh && !isBlinded ? [...after].filter(isUnmanaged) : [],
      "the state claims every declared entry after an up": claims.managed.symmetricDifference(
        new Set(declarers.keys()),
      ),
    }),
  ];
}

function judgeDestroy(ledger: Ledger, facts: Facts): readonly string[] {
  const { outcome, before, after, printed, claimsBefore } = facts;
  const removed = before.difference(after);
  const kept = claimsBefore.adopted.difference(claimsBefore.added);
  const isDone = outcome === "done";
  const claimed = [...claimsBefore.added].filter((entry) => ledger.removable.has(kindOf(entry)));
  const added = new Set([...ledger.added.keys(), ...claimed]);
  return [
    ...violations({
      "only declared entries are added": after.difference(before),
      "only entries that the stack manages are removed": removed
        .difference(ledger.mayBeAdded)
        .union(removed.intersection(kept)),
      "an added entry is removed after its last declaration": isDone ? added.intersection(after) : none,
    }),
    ...judgePrinted(isDone ? claimsBefore.adopted.intersection(after) : none, printed, /: (?:kept|left) /u),
  ];
}

/** What the state may claim after a command. */
function judgeState(ledger: Ledger, facts: Facts): readonly string[] {
  const { command, outcome, after, claims, claimsBefore, resourcesBefore, printed, isBlinded, read } = facts;
  const isRead = command === "refresh" && outcome === "done" && !isBlinded;
  const newlyAdopted = claims.adopted.difference(claimsBefore.adopted);
  const shown = [...claimsBefore.managed].filter(
    (entry) =>
      ledger.readable.has(kindOf(entry)) &&
      read.has(listOf(entry)) &&
      resourcesBefore.every((resource) => isAbsenceKnown(ledger, facts, resource, entry)),
  );
  return [
    ...judgeClaims(claims.certain, after, ledger.unnoticed),
    ...violations({
      "an entry counts as added only if the stack added it": claims.added
        .intersection(after)
        .difference(ledger.mayBeAdded),
      // Of two resources that manage it after a failed move, one has added it, and removes it in the end.
      "an entry that the stack added is not adopted": claims.adopted
        .intersection(after)
        .intersection(ledger.added)
        .difference(claims.added),
    }),
    ...judgePrinted(outcome === "killed" ? none : newlyAdopted, printed, /: adopted /u),
    ...(isRead ? judgeDrift(new Set(shown), after, claims.missing) : []),
    ...(isRead && ledger.readable.size > 0 ? judgeUnmanaged(ledger, facts) : []),
    ...judgeShown(ledger, facts),
  ];
}

/** The state must keep which kinds the API has shown: those of a list that was read, and those to which an up added. */
function judgeShown({ readable }: Ledger, facts: Facts): readonly string[] {
  const { command, outcome, before, after, read, resources } = facts;
  if (outcome !== "done" || !isUndisturbed(facts)) return [];
  const lacking = resources.flatMap(({ list, managed, shown }) => {
    const seen = command === "refresh" ? after : after.difference(before).intersection(managed);
    return [...seen].filter(
      (entry) =>
        listOf(entry) === list && read.has(list) && readable.has(kindOf(entry)) && shown[kindOf(entry)].length === 0,
    );
  });
  return violations({ "the state keeps which kinds the API has shown": lacking });
}

function judgeUnmanaged(ledger: Ledger, { resources, after, read }: Facts): readonly string[] {
  const miscounted = resources.flatMap(({ name, list, managed, unmanaged, readBy, shown }) => {
    // A response without any kind shows nothing, unless one of its form has shown a kind before.
    const isShown = readBy !== undefined && Object.values(shown).some((forms) => forms.includes(readBy));
    const isUnknown = ledger.omitsEmptyKinds && !isShown && unmanaged === undefined;
    if (!read.has(list) || isUnknown) return [];
    const others = [...after.difference(managed)].filter(
      (entry) => listOf(entry) === list && ledger.readable.has(kindOf(entry)),
    );
    return unmanaged === others.length ? [] : [`${name}: ${unmanaged} instead of ${others.length}`];
  });
  return violations({ "a refresh counts the unmanaged entries": miscounted });
}

/** Entries must be named in lines of a kind, unless a line is about so many that it does not name them all. */
function judgePrinted(entries: EntrySet, printed: Facts["printed"], line: RegExp): readonly string[] {
  if (printed === undefined) return [];
  const lines = printed.filter((text) => line.test(text));
  const isPrinted = (entry: Entry): boolean =>
    lines.some(
      (text) =>
        text.includes(`app list ${addressOf(listOf(entry))[0]}`) &&
        (text.includes(JSON.stringify(nameOf(entry))) || / and \d+ more|^[^(]*$/u.test(text)),
    );
  return violations({
    "what is adopted, kept or gone is reported": [...entries].filter((entry) => !isPrinted(entry)),
  });
}

function judgeAnyOutcome(
  { outcome, errors, requests, program }: Facts,
  { mustSucceed = false, excuse, mostRequests = 40 }: Expectation,
): readonly string[] {
  // The engine makes a sentence of the problems of refused inputs.
  const isRefused = program.some(({ refusal }) => refusal !== undefined);
  const failures = outcome === "killed" ? ["killed"] : errors;
  return violations({
    "a command fails only with a cause": failures.filter((message) => mustSucceed && excuse?.test(message) !== true),
    "an error is a sentence": isRefused ? [] : errors.filter((message) => !/^[A-Za-z].{40,}/su.test(message)),
    "the requests of a command are bounded": requests.length > mostRequests ? [`${requests.length} requests`] : [],
  });
}

function isExclusive(entry: Entry, program: readonly Declared[]): boolean {
  return withListOf(entry, program).some(({ exclusive }) => exclusive === true);
}
