import type { Kind } from "../../../provider/list/kinds";
import type { Properties } from "../hosts/host";

/** Entries as bits of a number: so the oracle computes with sets of them without the code that it judges. */
export type Bits = number;

const namesThatEnd = Array.from({ length: 10 }, (_, number) => `com.ends.${number}`);

/** All entries of these tests, by their kinds. Those with a z are nobody's: no program declares them. */
const namesByKind = {
  appBundles: ["com.a", "com.b", "com.c", "com.d", "com.z", ...namesThatEnd],
  placementIds: ["1-p", "2-q", "7-z"],
  websites: ["a.example", "b.example", "z.example"],
} satisfies Readonly<Record<Kind, readonly string[]>>;

const names = Object.values(namesByKind).flat();

const bitOf: ReadonlyMap<string, Bits> = new Map(names.map((name, index) => [name, 1 << index]));

export const kinds = (
  [
    { argument: "appBundles", member: "app_bundles" },
    { argument: "placementIds", member: "placement_ids" },
    { argument: "websites", member: "websites" },
  ] as const
).map((kind) => ({ ...kind, bits: bitsOf(namesByKind[kind.argument]) }));

/** Entries of which a program can write a last day: one that is over, or one that is ahead. */
export const ending = bitsOf(namesThatEnd);
export const days = { over: "2001-01-31", ahead: "2999-01-31" } as const;

export type Day = (typeof days)[keyof typeof days] | undefined;

/** Whether the provider adds or removes it to read a list. It is none of the entries. */
export function isReserved(name: string): boolean {
  return name.includes("pulumiapplist.");
}

export function namesOf(bits: Bits): readonly string[] {
  return bits === 0 ? [] : names.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** The bit of each entry among some. */
export function* eachOf(bits: Bits): Generator<Bits> {
  for (let rest = bits; rest !== 0; rest &= rest - 1) yield rest & -rest;
}

/** Names that no test has, as those of refused inputs, are left out. */
export function bitsOf(some: Iterable<string>): Bits {
  let bits = 0;
  for (const name of some) bits |= bitOf.get(name) ?? 0;
  return bits;
}

/** Names by their kinds. */
export function byKinds(bits: Bits): Partial<Record<Kind, readonly string[]>> {
  const filled = kinds.filter((kind) => (bits & kind.bits) !== 0);
  return Object.fromEntries(filled.map((kind) => [kind.argument, namesOf(bits & kind.bits)]));
}

/** The texts of inputs and states. @param day the last day of entries that end. Default: none. */
export function textsOf(bits: Bits, day?: Day): Properties {
  const line = (name: string): string =>
    day === undefined || (bitsOf([name]) & ending) === 0 ? name : `${name}  # until ${day}`;
  return Object.fromEntries(
    Object.entries(byKinds(bits)).map(([kind, some]) => [kind, `${some.map(line).join("\n")}\n`]),
  );
}

/** The texts of a program that gives all kinds. */
export function givenTexts(bits: Bits, day?: Day): Properties {
  return { ...Object.fromEntries(kinds.map(({ argument }) => [argument, ""])), ...textsOf(bits, day) };
}

/** The entries in inputs, or in a part of a state, which is read as plain data. @param day only those with this last day. */
export function bitsIn(texts: unknown, day?: Day): Bits {
  if (typeof texts !== "object" || texts === null) return 0;
  const members = new Map<string, unknown>(Object.entries(texts));
  return kinds.reduce((bits, { argument }) => {
    const text = members.get(argument);
    if (typeof text !== "string" || (day !== undefined && !text.includes(day))) return bits;
    const lines = text.split("\n").filter((line) => day === undefined || line.endsWith(day));
    return bits | bitsOf(text.includes("#") ? lines.map((line) => line.replace(/ .*$/u, "")) : lines);
  }, 0);
}

/** The entries of the kinds that a state does not name as not verified. */
export function verifiedIn(outputs: Properties | undefined): Bits {
  const notVerified = new Set(Array.isArray(outputs?.["notVerified"]) ? outputs["notVerified"] : []);
  return kinds.reduce((bits, kind) => (notVerified.has(kind.argument) ? bits : bits | kind.bits), 0);
}

/** What a state holds, before or after a command. */
export interface Held {
  readonly managed: Bits;
  readonly adopted: Bits;
  /** Managed entries that the last read lacked. */
  readonly missing: Bits;
  /** Managed entries whose recorded last day is over. */
  readonly ended: Bits;
}

export function heldIn(outputs: Properties = {}): Held {
  const { adopted, missing } = outputs;
  const ended = bitsIn(outputs, days.over);
  return { managed: bitsIn(outputs), adopted: bitsIn(adopted), missing: bitsIn(missing), ended };
}

/** The entries that a delete may remove. */
export function ownIn({ managed, adopted }: Held): Bits {
  return managed & ~adopted;
}
