/** The parts of Pulumi's package schema that this package uses. */

/** A type in the schema. */
export type Type =
  | { readonly type: "boolean" | "integer" | "number" | "string" }
  | { readonly type: "array"; readonly items: Type }
  | { readonly type: "object"; readonly additionalProperties: Type }
  | { readonly $ref: string }
  | { readonly oneOf: readonly Type[] };

/** A property of a resource, a function, a type or the provider. */
export type Property = Type & {
  readonly description: string;
  readonly secret?: boolean;
  readonly willReplaceOnChanges?: boolean;
};

/** Properties by name. */
export type Properties = Readonly<Record<string, Property>>;

export const boolean: Type = { type: "boolean" };
export const integer: Type = { type: "integer" };
export const number: Type = { type: "number" };
export const string: Type = { type: "string" };

export function arrayOf(items: Type): Type {
  return { type: "array", items };
}

export function mapOf(additionalProperties: Type): Type {
  return { type: "object", additionalProperties };
}

export function anyOf(...oneOf: readonly Type[]): Type {
  return { oneOf };
}

/** A value of any type. */
export const anything: Type = { $ref: "pulumi.json#/Any" };

/** The name of a resource, a type or a function in the schema. */
export function token(name: string): string {
  return `app-list:index:${name}`;
}

/** A type of this package. */
export function reference(name: string): Type {
  return { $ref: `#/types/${token(name)}` };
}
