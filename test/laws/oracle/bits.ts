import type { Kind } from "../../../provider/list/kinds";
import type { Properties } from "../hosts/host";

/** Entries as bits of a number: so the oracle computes with sets of them without the code that it judges. */
export type Bits = number;

/** All entries of these tests. The last one of each kind is nobody's: no program declares it. */
const names = [
  ...(["com.a", "com.b", "com.c", "com.d", "com.z"] as const),
  ...(["1-p", "2-q", "7-z"] as const),
  ...(["a.example", "b.example", "z.example"] as const),
] as const;

export type Name = (typeof names)[number];

const bitOf: ReadonlyMap<string, Bits> = new Map(names.map((name, index) => [name, 1 << index]));

export const kinds = [
  { argument: "appBundles", member: "app_bundles", bits: 0b11111 },
  { argument: "placementIds", member: "placement_ids", bits: 0b111 << 5 },
  { argument: "websites", member: "websites", bits: 0b111 << 8 },
] as const satisfies readonly { readonly argument: Kind; readonly member: string; readonly bits: Bits }[];

/** Whether the provider adds or removes it to read a list. It is none of the entries. */
export function isReserved(name: string): boolean {
  return name.includes("pulumiapplist.");
}

export function namesOf(bits: Bits): readonly Name[] {
  return names.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** The bit of each entry among some. */
export function* eachOf(bits: Bits): Generator<Bits> {
  for (let rest = bits; rest !== 0; rest &= rest - 1) yield rest & -rest;
}

/** Names that no test has, as those of refused inputs, are left out. */
export function bitsOf(all: Iterable<string>): Bits {
  let bits = 0;
  for (const name of all) bits |= bitOf.get(name) ?? 0;
  return bits;
}

/** Names by their kinds. */
export function byKinds(bits: Bits): Partial<Record<Kind, readonly Name[]>> {
  const filled = kinds.filter((kind) => (bits & kind.bits) !== 0);
  return Object.fromEntries(filled.map((kind) => [kind.argument, namesOf(bits & kind.bits)]));
}

/** The texts of inputs and states. */
export function textsOf(bits: Bits): Properties {
  return Object.fromEntries(Object.entries(byKinds(bits)).map(([kind, some]) => [kind, `${some.join("\n")}\n`]));
}

/** The texts of a program that gives all kinds. */
export function givenTexts(bits: Bits): Properties {
  return { ...Object.fromEntries(kinds.map(({ argument }) => [argument, ""])), ...textsOf(bits) };
}

/** The entries in inputs, or in a part of a state, which is read as plain data. */
export function bitsIn(texts: unknown): Bits {
  if (typeof texts !== "object" || texts === null) return 0;
  const members = new Map<string, unknown>(Object.entries(texts));
  return kinds.reduce((bits, { argument }) => {
    const text = members.get(argument);
    return typeof text === "string" ? bits | bitsOf(text.split("\n")) : bits;
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
}

export function heldIn(outputs: Properties = {}): Held {
  const { adopted, missing } = outputs;
  return { managed: bitsIn(outputs), adopted: bitsIn(adopted), missing: bitsIn(missing) };
}

/** The entries that a delete may remove. */
export function ownIn({ managed, adopted }: Held): Bits {
  return managed & ~adopted;
}
