import fc from "fast-check";
import type { Shown } from "../../provider/simulator/index";
import type { Resource } from "../laws/deployment";
import type { Command } from "../laws/engine";
import { marksOf } from "../laws/hosts/dynamic";
import { baseUrl, type HeldList } from "../laws/memory";
import { readPath, type Service } from "../laws/services";
import { bitsOf, namesOf, textsOf, type Bits, type Day } from "../laws/oracle/bits";
import { programOf } from "../laws/program";
import type { Trouble } from "./troubles";

/** One small case: where a command begins, and what happens to it. */
export interface Case {
  readonly service: Service;
  readonly held: HeldList;
  readonly resources: readonly Resource[];
  readonly command: Command;
  readonly trouble: Trouble | undefined;
  /** Whether a limit or a kind that is not given may stop it. */
  readonly mayBeStopped: boolean;
}

const declarable = ["com.a", "com.b", "a.example", "b.example"].map((name) => bitsOf([name]));
const nobodys = [bitsOf(["com.z"]), bitsOf(["z.example"])] as const;
const editable = [...declarable, ...nobodys];

// What is most usual is there more than once.
const commands = ["up", "up", "up", "destroy", "destroy", "refresh", "up --refresh"] as const;
const shapes: readonly Shown[] = [
  {},
  {},
  { kinds: ["appBundles"] },
  { kinds: ["websites"] },
  { kinds: "requested" },
  { omitsEmpty: true },
  { kinds: [] },
];
const observations = ["probe", "probe", "read", "off"] as const;
const statusesIfPresent = [200, 200, 409, 422];
const statusesIfAbsent = [200, 200, 200, 404, 422, 409, 405];
const limits = ["100%", "100%", "30%", 0] as const;
const ways = ["an update", "an update", "a rename", "a replacement"] as const;
/** What a resource holds of an entry: nothing, or what follows. */
const holdings = [[], ["added"], ["adopted"], ["missing"], ["additions"], ["added", "removals"]] as const;
const troubles: readonly Trouble["what"][] = [
  ...(["lost before", "lost after", "lost, late", "canceled", "canceled, lost", "400", "404", "409", "500"] as const),
  ...(["422 in part", "stale", "lagging", "without entries", "null"] as const),
  ...(["without app bundles", "without websites", "app bundles null", "websites null"] as const),
  ...editable.map(() => "edit" as const),
];

/** The requests that are troubled. Few commands have more. */
const troubled = [1, 2, 3, 4, 5, 6, "all"] as const;
const calm = 8;

/** Makes a choice. @returns one of this many numbers, from 0. */
type Choose = (choices: number) => number;

function pick<Value>(choose: Choose, values: readonly Value[]): Value {
  const value = values[choose(values.length)];
  if (value === undefined) throw new Error("There is no such choice.");
  return value;
}

/** @returns undefined if another case means the same. */
function makeCase(choose: Choose): Case | undefined {
  const name = pick(choose, commands);
  const flag = (): boolean => choose(2) === 1;
  const [exists, wasExclusive, isExclusive] = [flag(), flag(), flag()];
  const [claims, isRemembered, isImported] = [flag(), flag(), flag()];
  const observe = pick(choose, observations);
  const others = flag() ? "null" : "omitted";
  const shown = (): Shown => ({ ...pick(choose, shapes), others });
  const [present, absent] = [pick(choose, statusesIfPresent), pick(choose, statusesIfAbsent)];
  const service: Service = {
    observe,
    read: readPath,
    shows: { read: shown(), add: shown(), remove: shown() },
    addPresent: present === 200 ? "ignore" : "error",
    removeAbsent: absent === 200 ? "ignore" : "error",
    reservedNames: pick(choose, ["allow", "allow", "refuse"]),
    maxEntriesPerRequest: pick(choose, [9, 9, 1]),
    statuses: { present, absent, tooMany: pick(choose, [413, 422]) },
    refusalEffect: flag() ? "others" : "none",
  };
  const trouble = chooseTrouble(choose);
  const [removalLimit, way] = [pick(choose, limits), pick(choose, ways)];
  const rejection = (["no app bundles given", "no websites given"] as const)[choose(8)];
  let [list, declared] = [(flag() ? nobodys[0] : 0) | (flag() ? nobodys[1] : 0), 0];
  const held = { added: 0, adopted: 0, missing: 0, additions: 0, removals: 0 };
  for (const entry of declarable) {
    if (flag()) list |= entry;
    if (flag()) declared |= entry;
    for (const part of pick(choose, holdings)) held[part] |= entry;
  }
  const before = {
    ...held,
    isExclusive: wasExclusive,
    isImported: isImported && held.added === 0 && held.additions === 0,
  };
  const left = exists ? [resourceOf(before, isRemembered ? list : undefined)] : [];
  const start = { service, held: { list }, resources: left, trouble };
  if (name === "up" || name === "up --refresh") {
    const resource = way === "a rename" ? "banned" : "blocked";
    const program = programOf({
      [resource]: { entries: declared, exclusive: isExclusive, claimExisting: claims, rejection, removalLimit },
    });
    const mayBeStopped = removalLimit !== "100%" || rejection !== undefined;
    const how = { refresh: name === "up --refresh", replacesFirst: way === "a replacement" };
    return { ...start, command: { name: "up", program, ...how }, mayBeStopped };
  }
  if (exists) return { ...start, command: { name }, mayBeStopped: false };
  return name === "refresh" ? { ...start, command: { name: "import", id: "1" }, mayBeStopped: false } : undefined;
}

function chooseTrouble(choose: Choose): Trouble | undefined {
  const number = choose(calm + troubles.length);
  const what = troubles[number - calm];
  const at = pick(choose, troubled);
  // The last troubles are edits of one entry each.
  return what && { what, at, edited: editable[troubles.length - 1 - (number - calm)] ?? 0 };
}

interface Holding extends Readonly<Record<"added" | "adopted" | "missing" | "additions" | "removals", Bits>> {
  /** Default: "blocked". */
  readonly name: string;
  readonly isExclusive: boolean;
  readonly isImported: boolean;
  /** The last day of its entries that end. Default: none. */
  readonly day: Day;
}

/**
 * A resource as an earlier command has left it. One with `additions` is of version 1: no later state names
 * entries whose addition has no known outcome.
 *
 * @param read the list that that command read. Default: it read none.
 */
export function resourceOf(holding: Partial<Holding>, read?: Bits): Resource {
  const { name = "blocked", added = 0, adopted = 0, missing = 0, additions = 0, removals = 0 } = holding;
  const { isExclusive, isImported, day } = holding;
  const managed = added | adopted;
  const inputs = {
    appListId: 1,
    ...textsOf(managed, day),
    removalLimit: "100%",
    ...(isExclusive && { exclusive: true }),
    ...marksOf(name),
  };
  const outputs = {
    ...inputs,
    baseUrl,
    adopted: textsOf(adopted),
    missing: textsOf(missing),
    ...(additions === 0
      ? { stateVersion: 2, unconfirmedRemovals: textsOf(removals) }
      : { stateVersion: 1, unconfirmed: { add: textsOf(additions), remove: textsOf(removals) } }),
    ...(isImported && { imported: true }),
    ...(read !== undefined && { unmanaged: namesOf(read & ~managed).length, notVerified: [] }),
  };
  return { name, id: "1", inputs, state: outputs, isIncomplete: false, isPendingDelete: false };
}

/** More numbers than a case has choices. */
const numbers = fc.array(fc.nat(), { minLength: 64, maxLength: 64 });

/** Any case; undefined if another one means the same. */
export const anyCase: fc.Arbitrary<Case | undefined> = numbers.map((all) => {
  const rest = all.values();
  return makeCase((choices) => (rest.next().value ?? 0) % choices);
});
