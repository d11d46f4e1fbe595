import type { Properties } from "../../provider/resource/inputs";

/** Entries as bits of a number: so an oracle computes with sets of them without the code that it judges. */
export type Bits = number;

/** Three of two kinds each. The last one of a kind is nobody's: no program declares it. */
const names = ["com.a", "com.b", "com.z", "a.example", "b.example", "z.example"] as const;

const bitOf: ReadonlyMap<string, Bits> = new Map(names.map((name, index) => [name, 1 << index]));

export const kinds = [
  { argument: "appBundles", member: "app_bundles", bits: 0b000111 },
  { argument: "websites", member: "websites", bits: 0b111000 },
] as const;

/** Names of what the provider adds or removes to read a list. They are none of the entries. */
export function isReserved(name: string): boolean {
  return name.includes("pulumiapplist.");
}

export function namesOf(bits: Bits): readonly string[] {
  return names.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** @throws Error for an entry that no test has. */
export function bitsOf(all: Iterable<string>): Bits {
  let bits = 0;
  for (const name of all) {
    const bit = bitOf.get(name);
    if (bit === undefined) throw new Error(`No test has the entry ${name}.`);
    bits |= bit;
  }
  return bits;
}

/** The texts of inputs and states. */
export function textsOf(bits: Bits): Properties {
  return Object.fromEntries(
    kinds
      .filter((kind) => (bits & kind.bits) !== 0)
      .map((kind) => [kind.argument, `${namesOf(bits & kind.bits).join("\n")}\n`]),
  );
}

/** The entries in a part of a state, which is read as plain data. */
function bitsIn(texts: unknown): Bits {
  if (typeof texts !== "object" || texts === null) return 0;
  const members = new Map<string, unknown>(Object.entries(texts));
  return kinds.reduce((bits, { argument }) => {
    const text = members.get(argument);
    return typeof text === "string" ? bits | bitsOf(text.split("\n").filter((line) => line !== "")) : bits;
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
  /** Additions without a known outcome. */
  readonly unconfirmed: Bits;
}

export function heldIn(outputs: Properties | undefined): Held {
  const { adopted, unconfirmed } = outputs ?? {};
  const additions: unknown =
    typeof unconfirmed === "object" && unconfirmed !== null && "add" in unconfirmed ? unconfirmed.add : undefined;
  return { managed: bitsIn(outputs), adopted: bitsIn(adopted), unconfirmed: bitsIn(additions) };
}
