import { heldIn, namesOf, verifiedIn, type Bits, type Held } from "./entries";
import type { Step } from "./stack";
import type { Exchanged, Service } from "./service";

/** What only the history of a stack shows: the entries that it declares and once adopted. */
export type Adopted = Bits;

/** What the requests of a step show of one entry: the indexes of requests, -1 if there is none. */
interface Proof {
  /** The last response that shows its kind, and whether the entry was in it. */
  readonly seen: number;
  readonly isListed: boolean;
  /** The last addition and the last removal that were acknowledged. */
  readonly added: number;
  readonly removed: number;
  /** The last addition that was acknowledged or has no known outcome. */
  readonly sent: number;
  /** Whether a response showed it as absent after that addition, or at all if there was none. */
  readonly wasAbsent: boolean;
  /** Whether an addition of it was sent when the list lacked it, as the responses until then had shown it. */
  readonly lacked: "shown" | "unseen" | "no";
  /** Whether the list was read before the first request that named entries, and lacked it. */
  readonly lackedBefore: boolean;
}

function proofOf(entry: Bits, requests: readonly Exchanged[]): Proof {
  let [seen, added, removed, sent] = [-1, -1, -1, -1];
  let [isListed, wasAbsent, isLeftOut] = [false, false, false];
  let lacked: Proof["lacked"] = "no";
  let lackedBefore: boolean | undefined;
  requests.forEach(({ action, outcome, named, before, shown, listed, leftOut }, index) => {
    if (named !== 0) lackedBefore ??= seen >= 0 && !isListed;
    if ((named & entry) !== 0 && action === "add") {
      if (isLeftOut || (seen >= 0 ? !isListed : (before & entry) === 0))
        lacked = seen >= 0 ? "shown" : lacked === "no" ? "unseen" : lacked;
      if (outcome === "done") added = index;
      if (outcome !== "refused") [sent, wasAbsent] = [index, false];
    }
    if ((named & entry) !== 0 && action === "remove" && outcome === "done") removed = index;
    isLeftOut = outcome === "done" ? (leftOut & entry) !== 0 : isLeftOut;
    if ((shown & entry) === 0) return;
    seen = index;
    isListed = (listed & entry) !== 0;
    if (!isListed && index !== sent) wasAbsent = true;
  });
  return { seen, isListed, added, removed, sent, wasAbsent, lacked, lackedBefore: lackedBefore === true };
}

/** The entries that a delete may remove. */
function ownIn({ managed, adopted, unconfirmed }: Held): Bits {
  return (managed | unconfirmed) & ~adopted;
}

/** The most requests of a command. */
const mostRequests = 40;

/** The hard laws that a step breaks: the number of each, and the entries. */
export function brokenBy(step: Step, formerlyAdopted: Adopted): readonly string[] {
  const { command, requests, outcome, before, after, previewed } = step;
  const broken: string[] = [];
  const require = (law: number, bits: Bits): void =>
    void (bits !== 0 && broken.push(`${law}: ${namesOf(bits).join(" ")}`));
  const isUp = command.name === "up";
  const declared = isUp ? command.entries : 0;
  const isExclusive = isUp && command.isExclusive === true;
  const [held, now] = [heldIn(before?.outputs), heldIn(after?.outputs)];
  const removable =
    command.name === "destroy" ? ownIn(held) : isExclusive ? ~declared : held.managed | held.unconfirmed;
  let [unknownAdditions, unknownRemovals] = [0, 0];
  for (const { action, named, outcome, shown } of requests) {
    if (action === "add") {
      require(1, named & ~declared);
      require(6, named & unknownAdditions);
      if (outcome === "unknown") unknownAdditions |= named;
    } else if (named !== 0) {
      require(2, named & ~removable);
      require(3, named & declared);
      if (unknownAdditions !== 0) require(5, named);
      require(6, named & unknownRemovals);
      if (outcome === "unknown") unknownRemovals |= named;
    }
    unknownAdditions &= ~shown;
    unknownRemovals &= ~shown;
  }
  const isReading = command.name === "refresh" || command.name === "import";
  if (previewed > 0 || (isReading && requests.some(({ form }) => form !== "probe" && form !== "read")))
    broken.push("9");
  if (requests.length > mostRequests) broken.push(`10: ${requests.length}`);
  if (outcome !== "killed") broken.push(...brokenByState(step, held, now, formerlyAdopted));
  return broken;
}

function brokenByState(step: Step, held: Held, now: Held, formerlyAdopted: Adopted): readonly string[] {
  const { command, requests, outcome, before, after } = step;
  const broken: string[] = [];
  const isUp = command.name === "up";
  const declared = isUp ? command.entries : 0;
  const claimed = isUp && command.claims === true ? declared : 0;
  const isKept = outcome === "failed" && after === before;
  const isDeleted = command.name === "destroy" && after === undefined;
  const isReleased = isUp && before?.outputs["imported"] === true;
  const [own, ownNow] = [ownIn(held), ownIn(now)];
  // A refresh without a read endpoint under its path only asks whether the list exists, and reports "not verified".
  const isUnread = command.name === "refresh" && requests[0]?.form === "read" && requests[0].outcome === "refused";
  // Such a refusal is what the absence of an entry looks like, as the probe has shown.
  const refusal = requests.findLast(({ form, outcome }) => form === "probe" && outcome === "refused")?.status;
  for (let index = 0; index < 6; index += 1) {
    const entry = 1 << index;
    const has = (bits: Bits): boolean => (bits & entry) !== 0;
    const require = (law: number, isKept: boolean): void =>
      void (isKept || broken.push(`${law}: ${namesOf(entry).join("")}`));
    const { seen, isListed, added, removed, sent, wasAbsent, lacked, lackedBefore } = proofOf(entry, requests);
    const isAssumed = requests.some(
      ({ action, named, status }, at) => at > seen && action === "remove" && named === entry && status === refusal,
    );
    const isGone = (seen >= 0 && !isListed) || removed > seen || isAssumed;
    if (has(ownNow & ~own)) require(4, has(claimed) || lacked !== "no");
    if (has(now.managed) && !isKept && !isUnread) require(7, seen < 0 || isListed || added > seen);
    if (has(held.managed & ~(now.managed | now.unconfirmed)) && !isDeleted) {
      require(8, isGone || (isReleased && !has(declared)));
    }
    const stays = isUp ? declared & ~claimed : ~0;
    if (has(formerlyAdopted & stays & (now.managed | now.unconfirmed))) require(12, has(now.adopted));
    const isAddition = has(held.unconfirmed) || (sent >= 0 && lackedBefore && !has(formerlyAdopted | held.adopted));
    if (isAddition && !isDeleted)
      require(13, has(now.managed | now.unconfirmed) || wasAbsent || removed > sent || isAssumed);
    if (outcome !== "done" || requests.length === 0) continue;
    if (has(declared)) {
      const isThere = isListed || added > seen || (seen < 0 && has(held.managed));
      require(14, has(now.managed) && isThere);
    } else if (isUp ? has(held.managed) && !isReleased : isDeleted && has(own)) require(14, isGone);
  }
  return broken;
}

/** The entries that a stack has adopted and still declares, after a step. */
export function adoptedAfter(adopted: Adopted, { command, outcome, after }: Step): Adopted {
  const now = heldIn(after?.outputs);
  const known = adopted | now.adopted;
  if (command.name === "destroy") return after === undefined ? 0 : known;
  if (command.name !== "up") return known;
  const claimed = command.claims === true && outcome !== "killed" ? command.entries & ~now.adopted : 0;
  return known & command.entries & ~claimed;
}

/** The goals that a step without trouble misses. */
export function goalsMissedBy(
  { command, requests, outcome, before, after, list, error }: Step,
  service: Service,
): readonly string[] {
  const missed: string[] = [];
  const require = (goal: number, bits: Bits): void =>
    void (bits !== 0 && missed.push(`G${goal}: ${namesOf(bits).join(" ")}`));
  const shown = requests.reduce((bits, request) => bits | request.shown, 0);
  const { observe, shows, absent, reserved } = service;
  const isOpen =
    Object.values(shows).every((shape) => shape === "all") &&
    (observe === "read" || (observe === "probe" && (absent === 200 || (reserved === 200 && command.name === "up"))));
  if (isOpen && outcome !== "done") missed.push(`G3: ${error?.message}`);
  if (outcome !== "done") return missed;
  const now = heldIn(after?.outputs);
  if (command.name === "up") {
    require(1, command.entries & shown & ~list);
    // That unmanaged entries of the other kinds are not verified is reported.
    if (command.isExclusive === true) require(1, list & shown & verifiedIn(after?.outputs) & ~command.entries);
  } else if (command.name === "destroy") require(2, ownIn(heldIn(before?.outputs)) & shown & list);
  const unmanaged = after?.outputs["unmanaged"];
  if (isOpen && shown !== 0 && after !== undefined && unmanaged !== namesOf(list & ~now.managed).length)
    missed.push(`G4: ${String(unmanaged)}`);
  return missed;
}
