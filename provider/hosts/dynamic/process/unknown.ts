import type { Properties } from "../../../resource/inputs";

/**
 * How Pulumi writes a value for a dynamic provider that a preview does not know yet. It is `unknownValue` of
 * `@pulumi/pulumi/runtime`, written out so that the process need not load that module.
 */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The names of the inputs that a preview does not know yet. */
export function unknownNames(inputs: Properties): ReadonlySet<string> {
  return new Set(Object.keys(inputs).filter((name) => inputs[name] === unknownValue));
}

/** Checked inputs, and the unknown values of the names among the original inputs. */
export function withUnknown(inputs: Properties, names: ReadonlySet<string>): Properties {
  return { ...inputs, ...Object.fromEntries(Array.from(names, (name) => [name, unknownValue])) };
}
