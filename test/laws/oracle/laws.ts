import { isDeepStrictEqual } from "node:util";
import type { Entries } from "../../../provider/list/entries";
import type { ListEvent } from "../../../provider/resource/events";
import { ChangeError } from "../../../provider/resource/texts/failures";
import type { Declaration, Operation, Resource } from "../deployment";
import type { Properties } from "../hosts/host";
import { accountElsewhere } from "../accounts";
import { bitsIn, eachOf, kinds, heldIn, namesOf, ownIn, textsOf, verifiedIn, type Bits } from "./bits";

type Action = "add" | "remove" | "read";

/** A request about a list, and its response. */
export interface Exchanged {
  readonly action: Action;
  /** Its entries that are not reserved. */
  readonly named: Bits;
  /** Its reserved names. */
  readonly reserved: readonly string[];
  /** The list just after it. */
  readonly after: Bits;
  /** The reserved names in the list just after it. */
  readonly sentinels: readonly string[];
  readonly outcome: "done" | "refused" | "unknown";
  /** All entries of the kinds that the response showed, and those that it showed. */
  readonly shown: Bits;
  readonly listed: Bits;
  /** The operation that sent it; undefined if none did, as in a preview. */
  readonly operation: Operation | undefined;
  /** How many of the inputs that the command declared the provider knew by then. */
  readonly declared: number;
}

/** A command of a stack, as it was seen from outside. */
export interface Commanded {
  readonly operations: readonly Operation[];
  readonly requests: readonly Exchanged[];
  /** The state before it. */
  readonly resources: readonly Resource[];
  /** Whether it failed before an operation: in a check or a comparison. Default: it did not. */
  readonly isRejected?: boolean;
  /** All that it said: notices and errors. */
  readonly said: string;
  /** The events of its notices; undefined if only their text is known. */
  readonly events?: readonly ListEvent[];
}

/** What the responses to some requests show of one entry. */
type Shown = "there" | "absent" | "both" | "nothing";

/** What the requests of an operation show of one entry: the indexes of requests, -1 if there is none. */
function proofOf(entry: Bits, requests: readonly Exchanged[]) {
  // The last response that shows its kind, the last addition and the last removal that were acknowledged, and the last
  // addition that was acknowledged or has no known outcome.
  let [seen, added, removed, sent] = [-1, -1, -1, -1];
  // Whether the entry was in that response, and whether an addition followed a response that shows its kind without it,
  // with no other one between.
  let [isListed, wasLacking] = [false, false];
  requests.forEach(({ action, outcome, named, shown, listed }, index) => {
    if ((named & entry) !== 0 && action === "add") {
      if (seen >= 0 && !isListed) wasLacking = true;
      if (outcome === "done") added = index;
      if (outcome !== "refused") sent = index;
    }
    if ((named & entry) !== 0 && action === "remove" && outcome === "done") removed = index;
    if ((shown & entry) === 0) return;
    seen = index;
    isListed = (listed & entry) !== 0;
  });
  const firstOf = (of: Action) => requests.findIndex(({ action, named }) => action === of && (named & entry) !== 0);
  const shownBefore = (index: number): Shown => {
    const responses = requests.slice(0, Math.max(index, 0)).filter(({ shown }) => (shown & entry) !== 0);
    const [first, ...others] = new Set(responses.map(({ listed }) => (listed & entry) !== 0));
    if (first === undefined) return "nothing";
    return others.length > 0 ? "both" : first ? "there" : "absent";
  };
  // The first addition and the first removal, and what the responses before them show of it.
  const [firstAdded, firstRemoved] = [firstOf("add"), firstOf("remove")];
  const [atFirst, atRemoval] = [shownBefore(firstAdded), shownBefore(firstRemoved)];
  return { seen, isListed, added, removed, sent, firstAdded, firstRemoved, wasLacking, atFirst, atRemoval };
}

/** The most requests of an operation. */
const mostRequests = 40;

/** An operation with what it was given and what it sent, as entries of its list. */
type Judged = ReturnType<typeof judgedOf>;

/** A list is its URL: these accounts are logins, but that of another base URL. */
function listOf({ appListId, account }: Properties): string {
  return `${String(appListId)} ${account === accountElsewhere}`;
}

function judgedOf(operation: Operation, { requests }: Commanded) {
  const { before, after, inputs = {}, what, name, declared } = operation;
  const list = listOf(what === "change" ? inputs : (before?.state ?? after?.state ?? {}));
  const isOfList = (properties: Properties): boolean => listOf(properties) === list;
  // A delete spares what replaces its resource, too.
  const isSparing = (each: Declaration): boolean =>
    isOfList(each.properties) && (what === "delete" || each.name !== name);
  const sparedBy = (count: number): Bits =>
    declared.slice(0, count).reduce((bits, each) => (isSparing(each) ? bits | bitsIn(each.properties) : bits), 0);
  const entries = bitsIn(inputs);
  // Nothing in another list is this resource's. After a failed move, its state is still that of the old list.
  const stateOf = (resource?: Resource) =>
    resource !== undefined && isOfList(resource.state) ? resource.state : undefined;
  return {
    ...operation,
    list: stateOf(before),
    desired: entries,
    isExclusive: inputs["exclusive"] === true,
    claimed: inputs["claimExisting"] === true && operation.outcome === "done" ? entries : 0,
    held: heldIn(stateOf(before)),
    now: heldIn(stateOf(after)),
    requests: requests
      .filter((request) => request.operation === operation)
      .map((request) => ({ ...request, shown: shownBy(request), spared: sparedBy(request.declared) })),
    // What others of the run declared until it ended.
    spared: sparedBy(declared.length),
  };
}

/** A response to an addition that lists nothing of an added kind shows nothing of it: an API may never fill the member. */
function shownBy({ action, named, reserved, shown, listed, sentinels }: Exchanged): Bits {
  if (action !== "add") return shown;
  const emptied = kinds.filter(({ argument, bits }) => {
    const [isAdded, isEmpty] =
      argument === "appBundles" ? [reserved.length > 0, sentinels.length === 0] : [false, true];
    return (isAdded || (named & bits) !== 0) && isEmpty && (listed & bits) === 0;
  });
  return emptied.reduce((bits, kind) => bits & ~kind.bits, shown);
}

/** The hard laws that a command breaks: the number of each, and the entries. No law has an exception. */
export function brokenBy(command: Commanded): readonly string[] {
  const strays = command.requests.filter(({ operation }) => operation === undefined).map(() => "9");
  const judged = command.operations.map((operation) => judgedOf(operation, command));
  return [
    ...strays,
    ...judged.flatMap((each) => [...brokenByOperation(each), ...brokenByLimit(each)]),
    ...(command.events === undefined ? [] : brokenByReports(judged, command.events)),
  ];
}

/** The most entries that a limit allows an operation to take off a kind of which it has a number. */
function allowedBy(limit: unknown, whole: number): number {
  const [, entries, percent = "30"] = /^(?:(\d+)|([\d.]+)%)$/u.exec(String(limit)) ?? [];
  if (entries !== undefined) return Number(entries);
  return Number(percent) === 0 ? 0 : Math.max(1, Math.floor((Number(percent) * whole) / 100));
}

const countOf = (bits: Bits): number => namesOf(bits).length;

/** The kinds of which an operation removes more than its limit, or which the program does not give. */
function brokenByLimit({ what, name, before, inputs, list = {}, held, requests, declared, desired }: Judged) {
  const { removalLimit, exclusive: wasExclusive, imported } = list;
  const removals = requests.filter(({ action, named }) => action === "remove" && named !== 0);
  const known = declared.slice(0, removals[0]?.declared);
  const own = known.findLast((each) => each.name === name && each.isSparingOnly !== true)?.properties;
  const isOfId = ({ properties }: Declaration): boolean => properties["appListId"] === before?.state["appListId"];
  // Deleting the last resource of a list has no limit.
  if (what === "delete" && own === undefined && !known.some(isOfId)) return [];
  const given = inputs ?? own ?? { removalLimit, ...textsOf(~0) };
  const removed = removals.reduce((bits, { named }) => bits | named, 0);
  // The first update of an imported list manages what is declared.
  const managed = held.managed & (imported === true ? desired : ~0);
  const broken = kinds.filter(({ argument, bits }) => {
    const ofOwn = countOf(removed & managed & ~held.ended & bits);
    const ofOthers = countOf(removed & ~managed & bits);
    const whole = countOf((managed | held.missing) & bits);
    const wholeOfOthers = wasExclusive === true ? countOf((managed | held.missing | removed) & bits) : ofOthers;
    const { removalLimit: limit } = given;
    if (given[argument] === undefined && ofOwn > 0) return true;
    return ofOwn > allowedBy(limit, whole) || ofOthers > allowedBy(limit, wholeOfOthers);
  });
  return broken.map(({ bits }) => `18: ${namesOf(removed & bits).join(" ")}`);
}

/** What a command reports is what it did, as far as responses showed or accepted it, including after a failure. */
function brokenByReports(operations: readonly Judged[], events: readonly ListEvent[]): readonly string[] {
  if (operations.some(({ outcome }) => outcome === "killed")) return [];
  const effects = operations.map((operation) => ({ ...operation, ...effectsOf(operation), ...driftOf(operation) }));
  // Then it depends on somebody else what the change did.
  if (effects.some(({ isDisputed }) => isDisputed)) return [];
  // The plugin prints the same line about a resource once, and one that is replaced is there twice. Entries that the API
  // does not show have a line of their own.
  const isSame = (one: (typeof effects)[number], other: (typeof effects)[number]): boolean =>
    (one.removed & other.removed) !== 0 && one.name === other.name;
  if (effects.some((each, index) => effects.slice(0, index).some((other) => isSame(each, other)))) return [];
  const reads = operations.filter(({ what }) => what === "read").map(({ name }) => name);
  const drift = new Set(reads).size === reads.length ? (["missing", "unexpected"] as const) : [];
  return [
    ...(["removed", "returned", "added", ...drift] as const).flatMap((code) => {
      const reported = events.filter((event) => event.code === code).map(({ entries }) => entries);
      return misreported(
        code,
        effects.map((each) => each[code]),
        reported,
      );
    }),
    ...effects.flatMap(({ error, put, removed }) => {
      // Unless a host has made a text of it.
      const { change } = causesOf(error).find((each) => each instanceof ChangeError)?.details ?? {};
      if (change === undefined) return [];
      return [
        ...misreported("added until the failure", [put], [change.added]),
        ...misreported("removed until the failure", [removed], [change.removed]),
      ];
    }),
  ];
}

/** Compares the numbers of entries of each kind. */
function misreported(what: string, actual: readonly Bits[], entries: readonly Entries[]): readonly string[] {
  const done = kinds.map(({ bits }) => actual.reduce((sum, some) => sum + countOf(some & bits), 0)).join(" ");
  const reported = kinds.map((kind) => entries.reduce((sum, each) => sum + each[kind.argument].size, 0)).join(" ");
  return reported === done ? [] : [`15: ${what}: ${done}, reported ${reported}`];
}

function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The effects of an operation on a list. `returned`: entries that the last read lacked, and that nobody manages now. */
function effectsOf({ what, requests, held, now, desired, spared }: Judged) {
  let [put, removed, returned, isDisputed] = [0, 0, 0, false];
  const missing = held.missing & ~now.missing & ~(what === "read" ? now.managed : desired | spared);
  for (const entry of eachOf(requests.reduce((bits, { named }) => bits | named, missing))) {
    const proof = proofOf(entry, requests);
    const { seen, isListed, firstAdded, firstRemoved, atFirst, atRemoval } = proof;
    if (atFirst === "both" || atRemoval === "both") isDisputed = true;
    const isThere = seen >= firstAdded && isListed && (atFirst === "absent" || proof.added >= 0);
    if (firstAdded >= 0 && (isThere || (proof.added > seen && (seen < 0 || isListed)))) put |= entry;
    // A response that still lists the entry accepted nothing.
    const isAccepted = requests.some(
      ({ action, outcome, named, listed }) =>
        action === "remove" && outcome === "done" && (named & ~listed & entry) !== 0,
    );
    const isGone = seen >= firstRemoved && !isListed && (atRemoval === "there" || isAccepted);
    if (firstRemoved >= 0 && (isGone || proof.removed > seen)) removed |= entry;
    if (isListed && proof.removed <= seen && (missing & entry) !== 0) returned |= entry;
  }
  if (what === "delete") returned &= ~held.adopted;
  return { put, added: put & now.managed & ~now.adopted, removed, isDisputed, returned };
}

/** The drift that a refresh shows: managed entries that the list lacks, and unmanaged ones of an exclusive list. */
function driftOf({ what, requests, before, held, now }: Judged) {
  if (what !== "read" || before === undefined) return { missing: 0, unexpected: 0 };
  const shown = requests.reduce((bits, request) => bits | request.shown, 0);
  const listed = requests.reduce((bits, request) => (bits & ~request.shown) | request.listed, 0);
  return {
    missing: held.managed & shown & ~listed,
    unexpected: before.state["exclusive"] === true ? listed & ~now.managed : 0,
  };
}

function brokenByOperation(operation: Judged): readonly string[] {
  const { what, requests, outcome, desired, isExclusive, held } = operation;
  const broken: string[] = [];
  const require = (law: number, bits: Bits): void =>
    void (bits !== 0 && broken.push(`${law}: ${namesOf(bits).join(" ")}`));
  const removable = what === "delete" ? ownIn(held) : isExclusive ? ~desired : held.managed;
  let [unknownAdditions, unknownRemovals] = [0, 0];
  for (const { action, named, outcome: end, shown, spared } of requests) {
    if (action === "add") {
      require(1, named & ~desired);
      require(6, named & unknownAdditions);
      if (end === "unknown") unknownAdditions |= named;
    } else if (named !== 0) {
      require(2, named & ~removable);
      require(3, named & spared);
      if (unknownAdditions !== 0) require(5, named);
      require(6, named & unknownRemovals);
      if (end === "unknown") unknownRemovals |= named;
    }
    unknownAdditions &= ~shown;
    unknownRemovals &= ~shown;
  }
  if (what === "read" && requests.some(({ action, named }) => action === "add" || named !== 0)) broken.push("9");
  if (requests.length > mostRequests) broken.push(`10: ${requests.length}`);
  if (outcome === "killed") return broken;
  return [...broken, ...brokenByState(operation)];
}

function brokenByState(operation: Judged): readonly string[] {
  const { what, requests, outcome, before, after, inputs, desired, claimed, held, now, spared } = operation;
  const broken: string[] = [];
  const isKept = outcome === "failed" && isDeepStrictEqual(after?.state, before?.state);
  const isDeleted = what === "delete" && after === undefined;
  const isReleased = what === "change" && before?.state["imported"] === true;
  const [own, ownNow] = [ownIn(held), ownIn(now)];
  const relevant = held.managed | held.adopted | now.managed | desired;
  for (const entry of eachOf(requests.reduce((bits, { named }) => bits | named, relevant))) {
    const has = (bits: Bits): boolean => (bits & entry) !== 0;
    const require = (law: number, isKept: boolean): void =>
      void (isKept || broken.push(`${law}: ${namesOf(entry).join("")}`));
    const { seen, isListed, added, removed, sent, wasLacking, atFirst } = proofOf(entry, requests);
    const isGone = (seen >= 0 && !isListed) || removed > seen;
    const isOthers = has(spared & ~desired);
    if (has(ownNow & ~own)) require(4, has(claimed) || wasLacking);
    if (has(now.managed) && !isKept) require(7, seen < 0 || isListed);
    if (has(held.managed & ~now.managed) && !isDeleted) {
      require(8, isGone || isOthers || (isReleased && !has(desired)));
    }
    if (has(held.adopted & (what === "change" ? desired & ~claimed : ~0)) && !isDeleted) require(12, has(now.adopted));
    if (has(now.managed & ~held.managed) && !isKept) require(13, isListed || (seen < 0 && added >= 0));
    if (atFirst === "absent" && sent >= 0 && !has(held.managed | held.adopted))
      require(16, !has(now.managed & now.adopted));
    if (outcome !== "done" || requests.length === 0) continue;
    if (has(desired)) require(14, has(now.managed));
    else if (what === "change" ? has(held.managed) && !isReleased : isDeleted && has(own)) {
      require(14, isGone || isOthers);
    }
  }
  const shown = requests.reduce((bits, request) => bits | request.shown, 0);
  const unverified = now.managed & ~shown & verifiedIn(after?.state);
  // Trying another login leaves what earlier responses have shown.
  const isLogin = inputs?.["account"] !== before?.state["account"] && requests.every(({ named }) => named === 0);
  const isJudged = requests.length > 0 && !isKept && !(what === "change" && isLogin);
  if (isJudged && unverified !== 0) broken.push(`17: ${namesOf(unverified).join(" ")}`);
  return broken;
}

/**
 * The goals that a command misses to which nothing happened.
 *
 * @param isOpen whether the API shows a list with all of its kinds to an operation.
 */
export function goalsMissedBy(command: Commanded, isOpen: (operation: Operation) => boolean): readonly string[] {
  const rejected = command.isRejected === true ? [`G3: ${command.said}`] : [];
  const others = command.operations.flatMap((operation) => {
    const missed: string[] = [];
    const require = (goal: number, bits: Bits): void =>
      void (bits !== 0 && missed.push(`G${goal}: ${namesOf(bits).join(" ")}`));
    const { what, outcome, error, after } = operation;
    if (isOpen(operation) && outcome !== "done") missed.push(`G3: ${String(error)}`);
    const { desired, isExclusive, held, now, requests, spared } = judgedOf(operation, command);
    const { after: list, sentinels = [] } = requests.at(-1) ?? {};
    const sent = new Set(requests.flatMap(({ action, reserved }) => (action === "add" ? reserved : [])));
    // Another operation may remove it, and one whose removal the API refuses is named.
    const isRemoved = (name: string): boolean =>
      command.requests.some(
        (each) => each.action === "remove" && each.outcome === "done" && each.reserved.includes(name),
      );
    const left = sentinels.filter((name) => sent.has(name) && !isRemoved(name) && !command.said.includes(name));
    if (left.length > 0) missed.push("G5");
    if (outcome !== "done" || list === undefined) return missed;
    const shown = requests.reduce((bits, request) => bits | request.shown, 0);
    if (what === "change") {
      require(1, (desired & shown & ~list) | (now.managed & ~desired));
      // That unmanaged entries of the other kinds are not verified is reported.
      if (isExclusive) require(1, list & shown & verifiedIn(after?.state) & ~(spared | desired));
    } else if (what === "delete") require(2, ownIn(held) & shown & list & ~spared);
    const unmanaged = after?.state["unmanaged"];
    // What others have changed since the last response that shows the list is not known.
    const seen = requests.findLast((request) => request.shown !== 0);
    const count = namesOf((seen?.after ?? 0) & ~now.managed).length;
    if (isOpen(operation) && seen !== undefined && after !== undefined && unmanaged !== count)
      missed.push(`G4: ${String(unmanaged)}`);
    return missed;
  });
  return [...rejected, ...others];
}
