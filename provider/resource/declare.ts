import * as z from "zod";
import { findConflict, type Declaration } from "../list/declarations";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import { printListed, type ListedEntry, type ListedText } from "../list/listed-entries";
import type { SettingsSource } from "../settings/settings";
import { argumentsSchema } from "./inputs";
import { identifyAccount } from "./list-identity";

/** The arguments of one resource of a program, once they are known. */
export interface ResourceArguments {
  /** The name of the resource. */
  readonly resource: string;
  /** The names of all arguments, also of those that do not exist. */
  readonly names: readonly string[];
  readonly listed: ByKind<ListedText>;
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  readonly exclusive: boolean | undefined;
}

/** The resources that one run of a program declares, by account and list: accounts may have different lists of one ID. */
export class Declarations {
  readonly #byList = new Map<string, readonly Declaration[]>();

  /**
   * Adds a resource.
   *
   * @returns all problems: misspelt arguments, refused entries, and conflicts with the resources that were added before.
   */
  add(settings: SettingsSource, { resource, names, listed, appListId, account, exclusive = false }: ResourceArguments) {
    const problems = [...unknownArguments(names), ...kinds.flatMap((kind) => listed[kind].problems)];
    if (appListId === undefined) return problems;
    const declaration = { resource, exclusive, entries: byKind((kind) => new Set(listed[kind].notes.keys())) };
    const key = `${identifyAccount(settings, account).key} ${appListId}`;
    const others = this.#byList.get(key) ?? [];
    this.#byList.set(key, [...others, declaration]);
    const conflicts = others.flatMap((other) => findConflict(`app list ${appListId}`, other, declaration) ?? []);
    return [...problems, ...conflicts];
  }
}

/** The problems with the names of arguments. TypeScript refuses such names, but in other programs they declare nothing. */
export function unknownArguments(names: readonly string[]): readonly string[] {
  return names.filter((name) => !argumentNames.has(name)).map((name) => `${name} is not an argument of AppListEntries`);
}

const argumentNames: ReadonlySet<string> = new Set([...kinds, ...Object.keys(argumentsSchema.shape)]);

const entrySchema = z.object({ entry: z.string(), note: z.string().optional(), until: z.string().optional() });

/** Parses to the same objects: their places in files are known by the objects themselves. */
const listedSchema = z.array(
  z.union([z.string(), z.custom<ListedEntry>((item) => entrySchema.safeParse(item).success)]),
);

/** The entries of an argument; undefined if they are not of the right types, or not plain values yet. */
export function plainEntries(argument: unknown): readonly (string | ListedEntry)[] | undefined {
  return listedSchema.safeParse(argument).data;
}

/**
 * Reads the entries of one argument. A program in plain JavaScript can pass anything.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function readArgument(kind: Kind, argument: unknown, today: string): ListedText {
  const parsed = listedSchema.safeParse(argument);
  if (parsed.success) return printListed(kind, kind, parsed.data, today);
  const problems = parsed.error.issues.map(({ path }) => {
    const [index] = path;
    if (index === undefined || !Array.isArray(argument)) return `${kind} is not an array of entries`;
    const item: unknown = argument[Number(index)];
    return `${kind}[${String(index)}]: ${describe(item)} is neither a string nor { entry, note }${hint(item)}`;
  });
  return { text: "", notes: new Map(), problems, expired: [], duplicates: 0 };
}

/** YAML reads an iOS ID without quotes as a number. */
function hint(value: unknown): string {
  return Number.isSafeInteger(value) ? `. As a string it is "${String(value)}", in quotes` : "";
}

/** A value of a wrong type, such as an iOS ID that was written as a number. */
function describe(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `the ${typeof value} ${String(value)}`
    : typeof value;
}
