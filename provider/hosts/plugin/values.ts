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
export interface Decoded {
  readonly values: Properties;
  /** The names of the properties with a value that a preview does not know yet. */
  readonly unknown: ReadonlySet<string>;
  /** The names of the properties that contain a secret. */
  readonly secret: ReadonlySet<string>;
}

export function decode(struct: Struct | undefined): Decoded {
  const unknown = new Set<string>();
  const secret = new Set<string>();
  const values = membersOf(struct?.toJavaScript() ?? {}).map(([name, encoded]): [string, unknown] => {
    const marks = { onUnknown: () => unknown.add(name), onSecret: () => secret.add(name) };
    return [name, decodeValue(encoded, marks)];
  });
  return { values: Object.fromEntries(values), unknown, secret };
}

interface Marks {
  readonly onUnknown: () => void;
  readonly onSecret: () => void;
}

function decodeValue(value: unknown, marks: Marks): unknown {
  if (unknownValues.has(value)) {
    marks.onUnknown();
    return unknownValue;
  }
  if (Array.isArray(value)) return value.map((element: unknown) => decodeValue(element, marks));
  if (typeof value !== "object" || value === null) return value;
  const signature = signatureKey in value ? value[signatureKey] : undefined;
  if (signature === secretSignature) {
    marks.onSecret();
    return decodeValue("value" in value ? value.value : undefined, marks);
  }
  if (signature === outputSignature) {
    if ("secret" in value && value.secret === true) marks.onSecret();
    return decodeValue("value" in value ? value.value : unknownValue, marks);
  }
  return Object.fromEntries(membersOf(value).map(([name, member]) => [name, decodeValue(member, marks)]));
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value);
}

interface Encoding {
  /** Properties with these names are encoded as secrets. */
  readonly secret?: ReadonlySet<string>;
  /** Properties with these names are encoded as values that are not known yet. */
  readonly unknown?: ReadonlySet<string>;
}

/** Encodes plain properties for the engine. Undefined members are omitted, because the protocol does not have them. */
export function encode(values: Properties, { secret = new Set(), unknown = new Set() }: Encoding = {}): Struct {
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
