/** What a job finds and sets. */
export interface Variant {
  readonly name: string;
  /** The folders that an earlier run left for this one. */
  readonly restored: readonly ("npm" | "compile")[];
  /** Whether Node keeps what it compiles. */
  readonly usesCompileCache: boolean;
  /** Whether the pull request checks the types in a step, and Pulumi does not. */
  readonly checksTypesOnce: boolean;
}

const nothing: Variant = {
  name: "none of these",
  restored: [],
  usesCompileCache: false,
  checksTypesOnce: false,
};

/** Each setting of the examples alone, none of them, and all: in their first run, and in later ones. */
export const variants: readonly Variant[] = [
  nothing,
  { ...nothing, name: "npm cache", restored: ["npm"] },
  { ...nothing, name: "compile cache", restored: ["compile"], usesCompileCache: true },
  { ...nothing, name: "types checked once", checksTypesOnce: true },
  { name: "all, first run", restored: [], usesCompileCache: true, checksTypesOnce: true },
  { name: "all, later runs", restored: ["npm", "compile"], usesCompileCache: true, checksTypesOnce: true },
];
