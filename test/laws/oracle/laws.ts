import type { Operation, Resource } from "../deployment";
import type { Properties } from "../hosts/host";
import { numbersOf, reportedIn, type Report } from "./reported";
import { bitsIn, eachOf, kinds, heldIn, namesOf, ownIn, verifiedIn, type Bits } from "./bits";

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
  /** All that it said: notices and errors. */
  readonly said: string;
}

/** What the responses to some requests show of one entry. */
type Shown = "there" | "absent" | "both" | "nothing";

/** What the requests of an operation show of one entry: the indexes of requests, -1 if there is none. */
function proofOf(entry: Bits, requests: readonly Exchanged[]) {
  // The last response that shows its kind, the last addition and the last removal that were acknowledged, and the last
  // addition that was acknowledged or has no known outcome.
  let [seen, added, removed, sent] = [-1, -1, -1, -1];
  // Whether the entry was in that response, whether a response showed it as absent after that addition, or at all if there
  // was none, and whether an addition followed a response that shows its kind without it, with no other one between.
  let [isListed, wasAbsent, wasLacking] = [false, false, false];
  requests.forEach(({ action, outcome, named, shown, listed }, index) => {
    if ((named & entry) !== 0 && action === "add") {
      if (seen >= 0 && !isListed) wasLacking = true;
      if (outcome === "done") added = index;
      if (outcome !== "refused") [sent, wasAbsent] = [index, false];
    }
    if ((named & entry) !== 0 && action === "remove" && outcome === "done") removed = index;
    if ((shown & entry) === 0) return;
    seen = index;
    isListed = (listed & entry) !== 0;
    if (!isListed && index !== sent) wasAbsent = true;
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
  return { seen, isListed, added, removed, sent, wasAbsent, firstAdded, firstRemoved, wasLacking, atFirst, atRemoval };
}

/** The most requests of an operation. */
const mostRequests = 40;

/** An operation with what it was given and what it sent, as entries of its list. */
type Judged = ReturnType<typeof judgedOf>;

function listOf({ appListId, account }: Properties): string {
  return `${String(appListId)} ${String(account)}`;
}

function judgedOf(operation: Operation, { requests, resources }: Commanded) {
  const { before, after, inputs = {}, what, declared } = operation;
  const list = listOf(what === "change" ? inputs : (before?.state ?? after?.state ?? {}));
  const ofList = (properties: Properties): boolean => listOf(properties) === list;
  // A delete asks more widely: a list of another account with the same ID may be the same list.
  const isSpared = (properties: Properties): boolean =>
    what === "delete" ? properties["appListId"] === before?.state["appListId"] : ofList(properties);
  const sparedBy = (count: number): Bits =>
    declared.slice(0, count).reduce((bits, each) => (isSpared(each) ? bits | bitsIn(each) : bits), 0);
  const own = resources.filter(({ state }) => ofList(state)).map(({ state }) => ownIn(heldIn(state)));
  const entries = bitsIn(inputs);
  // Nothing in another list is this resource's. After a failed move, its state is still that of the old list.
  const stateOf = (resource?: Resource) =>
    resource !== undefined && ofList(resource.state) ? resource.state : undefined;
  return {
    ...operation,
    declared: entries,
    isExclusive: inputs["exclusive"] === true,
    claimed: inputs["claimExisting"] === true ? entries : 0,
    held: heldIn(stateOf(before)),
    now: heldIn(stateOf(after)),
    requests: requests
      .filter((request) => request.operation === operation)
      .map((request) => ({ ...request, shown: shownBy(request), spared: sparedBy(request.declared) })),
    // What all resources of the run declared until it ended, and what the stack owned before.
    spared: sparedBy(declared.length),
    owned: own.reduce((all, each) => all | each, 0),
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
    ...judged.flatMap((each) => [...brokenByOperation(each), ...brokenByLimit(each, command)]),
    ...brokenByReports(judged, command.said),
  ];
}

/** Managed entries that an update, or the delete of what it replaces, removes in spite of its arguments. */
function brokenByLimit({ what, name, before, requests, held }: Judged, { operations }: Commanded): readonly string[] {
  const isReplaced = what === "delete" && before?.isPendingDelete === true;
  const inputs = operations.find((each) => each.what === "change" && each.name === name)?.inputs;
  // The first update of an imported list makes an exclusive one what is declared.
  if (inputs === undefined || (what !== "change" && !isReplaced) || before?.state["imported"] === true) return [];
  const kept = kinds.filter(({ argument }) => inputs["removalLimit"] === 0 || inputs[argument] === undefined);
  const removed = requests.reduce((bits, { action, named }) => (action === "remove" ? bits | named : bits), 0);
  const broken = removed & held.managed & kept.reduce((bits, kind) => bits | kind.bits, 0);
  return broken === 0 ? [] : [`18: ${namesOf(broken).join(" ")}`];
}

/** What a command reports is what it did, as far as responses showed or accepted it, including after a failure. */
function brokenByReports(operations: readonly Judged[], said: string): readonly string[] {
  if (operations.some(({ outcome }) => outcome === "killed")) return [];
  const broken: string[] = [];
  const require = (report: Report, text: string, actual: readonly Bits[]): void => {
    const [reported, done] = [reportedIn(text, report), numbersOf(actual)].map((numbers) => numbers.join(" "));
    if (reported !== done) broken.push(`15: ${report}: ${done}, reported ${reported}`);
  };
  const effects = operations.map((operation) => ({ ...operation, ...effectsOf(operation) }));
  // Then it depends on somebody else what the change did.
  if (effects.some(({ isDisputed }) => isDisputed)) return [];
  for (const { outcome, error, added, removed } of effects) {
    if (outcome !== "failed") continue;
    require("added before a failure", String(error), [added]);
    require("removed before a failure", String(error), [removed]);
  }
  // The plugin prints the same line about a resource once, and one that is replaced is there twice. Entries that the API
  // does not show have a line of their own.
  const isSame = (one: (typeof effects)[number], other: (typeof effects)[number]): boolean =>
    (one.removed & other.removed) !== 0 && one.name === other.name;
  if (effects.some((each, index) => effects.slice(0, index).some((other) => isSame(each, other)))) return broken;
  require("removed by a change", said, effects.map(({ removed }) => removed));
  require("in the list again", said, effects.map(({ returned }) => returned));
  const reads = operations.filter(({ what, before }) => what === "read" && before !== undefined);
  const drifts = reads.map(driftOf);
  if (new Set(reads.map(({ name }) => name)).size === reads.length) {
    require("missing", said, drifts.map(({ missing }) => missing));
    require("unexpected", said, drifts.map(({ unexpected }) => unexpected));
  }
  require("added by a change", said, effects.map(({ added, now }) => added & now.managed & ~now.adopted));
  return broken;
}

/** The effects of an operation on a list. `returned`: entries that the last read lacked, and that nobody manages now. */
function effectsOf({ what, requests, held, now, declared, spared }: Judged) {
  let [added, removed, returned, isDisputed] = [0, 0, 0, false];
  const missing = held.missing & ~now.missing & ~(what === "read" ? now.managed : declared | spared);
  for (const entry of eachOf(requests.reduce((bits, { named }) => bits | named, missing))) {
    const proof = proofOf(entry, requests);
    const { seen, isListed, firstAdded, firstRemoved, atFirst, atRemoval } = proof;
    if (atFirst === "both" || atRemoval === "both") isDisputed = true;
    const isThere = seen >= firstAdded && isListed && (atFirst === "absent" || proof.added >= 0);
    if (firstAdded >= 0 && (isThere || proof.added > seen)) added |= entry;
    // A response that still lists the entry accepted nothing.
    const isAccepted = requests.some(
      ({ action, outcome, named, listed }) =>
        action === "remove" && outcome === "done" && (named & ~listed & entry) !== 0,
    );
    const isGone = seen >= firstRemoved && !isListed && (atRemoval === "there" || isAccepted);
    if (firstRemoved >= 0 && (isGone || proof.removed > seen)) removed |= entry;
    if (isListed && proof.removed <= seen && (missing & entry) !== 0) returned |= entry;
  }
  return { added, removed, isDisputed, returned: what === "delete" ? returned & ~held.adopted : returned };
}

/** The drift that a refresh shows: managed entries that the list lacks, and unmanaged ones of an exclusive list. */
function driftOf({ requests, before, held, now }: Judged) {
  const shown = requests.reduce((bits, request) => bits | request.shown, 0);
  const listed = requests.reduce((bits, request) => (bits & ~request.shown) | request.listed, 0);
  return {
    missing: held.managed & shown & ~listed,
    unexpected: before?.state["exclusive"] === true ? listed & ~now.managed : 0,
  };
}

function brokenByOperation(operation: Judged): readonly string[] {
  const { what, requests, outcome, declared, isExclusive, held } = operation;
  const broken: string[] = [];
  const require = (law: number, bits: Bits): void =>
    void (bits !== 0 && broken.push(`${law}: ${namesOf(bits).join(" ")}`));
  const removable = what === "delete" ? ownIn(held) : isExclusive ? ~declared : held.managed | held.unconfirmed;
  let [unknownAdditions, unknownRemovals] = [0, 0];
  for (const { action, named, outcome: end, shown, spared } of requests) {
    if (action === "add") {
      require(1, named & ~declared);
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
  const { what, requests, outcome, before, after, declared, claimed, held, now, spared, owned } = operation;
  const broken: string[] = [];
  const isKept = outcome === "failed" && after === before;
  const isDeleted = what === "delete" && after === undefined;
  const isReleased = what === "change" && before?.state["imported"] === true;
  const [own, ownNow] = [ownIn(held), ownIn(now)];
  const relevant = held.managed | held.unconfirmed | held.adopted | now.managed | now.unconfirmed | declared;
  for (const entry of eachOf(requests.reduce((bits, { named }) => bits | named, relevant))) {
    const has = (bits: Bits): boolean => (bits & entry) !== 0;
    const require = (law: number, isKept: boolean): void =>
      void (isKept || broken.push(`${law}: ${namesOf(entry).join("")}`));
    const { seen, isListed, added, removed, sent, wasAbsent, wasLacking, atFirst } = proofOf(entry, requests);
    const isNew = atFirst === "absent";
    const isGone = (seen >= 0 && !isListed) || removed > seen;
    const isOthers = has(spared & ~declared);
    if (has(ownNow & ~own)) require(4, has(claimed | owned) || wasLacking);
    if (has(now.managed) && !isKept) require(7, isListed || added > seen || (seen < 0 && has(held.managed)));
    if (has(held.managed & ~(now.managed | now.unconfirmed)) && !isDeleted) {
      require(8, isGone || isOthers || (isReleased && !has(declared)));
    }
    if (has(held.adopted & (what === "change" ? declared & ~claimed : ~0)) && !isDeleted) require(12, has(now.adopted));
    const isAddition = has(held.unconfirmed) || (sent >= 0 && isNew && !has(held.adopted));
    if (isAddition && !isDeleted)
      require(13, has(now.managed | now.unconfirmed) || wasAbsent || removed > sent || isOthers);
    if (isNew && added >= 0 && !has(held.managed | held.adopted)) require(16, !has(now.managed & now.adopted));
    if (outcome !== "done" || requests.length === 0) continue;
    if (has(declared)) {
      const isThere = isListed || added > seen || (seen < 0 && has(held.managed));
      require(14, has(now.managed) && isThere);
    } else if (what === "change" ? has(held.managed) && !isReleased : isDeleted && has(own)) {
      require(14, isGone || isOthers);
    }
  }
  const shown = requests.reduce((bits, request) => bits | request.shown, 0);
  const unverified = now.managed & ~shown & verifiedIn(after?.state);
  if (requests.length > 0 && !isKept && unverified !== 0) broken.push(`17: ${namesOf(unverified).join(" ")}`);
  return broken;
}

/**
 * The goals that a command misses to which nothing happened.
 *
 * @param isOpen whether the API shows a list with all of its kinds to an operation.
 */
export function goalsMissedBy(command: Commanded, isOpen: (operation: Operation) => boolean): readonly string[] {
  return command.operations.flatMap((operation) => {
    const missed: string[] = [];
    const require = (goal: number, bits: Bits): void =>
      void (bits !== 0 && missed.push(`G${goal}: ${namesOf(bits).join(" ")}`));
    const { what, outcome, error, after } = operation;
    if (isOpen(operation) && outcome !== "done") missed.push(`G3: ${String(error)}`);
    const { declared, isExclusive, held, now, requests, spared } = judgedOf(operation, command);
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
      require(1, declared & shown & ~list);
      // That unmanaged entries of the other kinds are not verified is reported.
      if (isExclusive) require(1, list & shown & verifiedIn(after?.state) & ~spared);
    } else if (what === "delete") require(2, ownIn(held) & shown & list & ~spared);
    const unmanaged = after?.state["unmanaged"];
    // What others have changed since the last response that shows the list is not known.
    const seen = requests.findLast((request) => request.shown !== 0);
    const count = namesOf((seen?.after ?? 0) & ~now.managed).length;
    if (isOpen(operation) && seen !== undefined && after !== undefined && unmanaged !== count)
      missed.push(`G4: ${String(unmanaged)}`);
    return missed;
  });
}
