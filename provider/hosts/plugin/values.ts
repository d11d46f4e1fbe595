import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { unknownValue } from "../../common/engine-texts";
import type { Properties } from "../../resource/inputs";
// oxlint-disable-next-line import/no-unassigned-import
import "./replace-protobuf-text";

/** The member of objects with which Pulumi encodes other values. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** All texts in place of unknown values. Pulumi has one for each type. */
const unknownValues: ReadonlySet<unknown> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Properties from the engine, in plain text. */
export type Decoded = Readonly<ReturnType<typeof decode>>;

/**
 * Decodes properties from the engine.
 *
 * @returns `unknown`: the names of those with a value that a preview does not know yet. `secret`: the names of those
 *   that contain a secret.
 */
export function decode(struct: Struct | undefined) {
  const unknown = new Set<string>();
  const secret = new Set<string>();
  const values = membersOf(struct?.toJavaScript() ?? {}).map(([name, encoded]): [string, unknown] => {
    const decodeValue = (value: unknown): unknown => {
      if (unknownValues.has(value)) {
        unknown.add(name);
        return unknownValue;
      }
      if (Array.isArray(value)) return value.map(decodeValue);
      if (typeof value !== "object" || value === null) return value;
      const members = new Map(membersOf(value));
      const signature = members.get(signatureKey);
      if (signature === secretSignature || (signature === outputSignature && members.get("secret") === true))
        secret.add(name);
      if (signature === secretSignature) return decodeValue(members.get("value"));
      // An output without a value is not known.
      if (signature === outputSignature) return decodeValue(members.has("value") ? members.get("value") : unknownValue);
      return Object.fromEntries(membersOf(value).map(([member, inside]) => [member, decodeValue(inside)]));
    };
    return [name, decodeValue(encoded)];
  });
  return { values: Object.fromEntries(values), unknown, secret };
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value);
}

/**
 * Encodes plain properties for the engine. Undefined members are omitted, because the protocol does not have them.
 *
 * @param marks the names of the properties that are secret, and of those that are not known yet. Default: none.
 */
export function encode(values: Properties, marks: Partial<Omit<Decoded, "values">> = {}): Struct {
  const { secret = new Set(), unknown = new Set() } = marks;
  const known = Object.entries(values).filter(([name, value]) => value !== undefined && !unknown.has(name));
  const all = [...known, ...Array.from(unknown, (name) => [name, unknownValue] as const)];
  const encoded = all.map(([name, value]): [string, JavaScriptValue] => {
    const plain = toJavaScript(value);
    return [name, secret.has(name) ? { [signatureKey]: secretSignature, value: plain } : plain];
  });
  return Struct.fromJavaScript(Object.fromEntries<JavaScriptValue>(encoded));
}

function toJavaScript(value: unknown): JavaScriptValue {
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string") {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJavaScript);
  if (typeof value !== "object") throw new TypeError(`A ${typeof value} cannot be encoded for the engine.`);
  const members = membersOf(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJavaScript(member)]));
}
