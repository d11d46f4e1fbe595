import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { z } from "zod";
import { Failure, Secret, unknownText, unknownValue, type Properties } from "./host";

/** How the engine writes a secret. Written out, so that a mistake of the plugin is not repeated. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const propertiesSchema = z.record(z.string(), z.unknown());

/**
 * Encodes properties as the engine sends them. Secrets of a state have their marks already.
 *
 * @throws {Failure} if a value is nested too deep: gRPC limits how deep messages are nested.
 */
export function toStruct(properties: Properties): Struct {
  try {
    return encodeAll(properties);
  } catch (error) {
    if (error instanceof RangeError) throw new Failure("The value is nested too deep to send it.");
    throw error;
  }
}

function encodeAll(properties: Properties): Struct {
  return Struct.fromJavaScript(
    Object.fromEntries<JavaScriptValue>(Object.entries(properties).map(([name, value]) => [text(name), encode(value)])),
  );
}

/** Properties as the engine keeps them: secrets have the marks with which they are sent. */
export function fromStruct(struct: Struct | undefined): Properties {
  return propertiesSchema.parse(struct?.toJavaScript() ?? {});
}

function encode(value: unknown): JavaScriptValue {
  if (value === unknownValue) return unknownText;
  if (value instanceof Secret) return { ...secretMark, value: encode(value.value) };
  if (typeof value === "string") return text(value);
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.map(encode);
  return Object.fromEntries<JavaScriptValue>(
    Object.entries(propertiesSchema.parse(value)).map(([name, member]) => [text(name), encode(member)]),
  );
}

/** The engine's texts contain no halves of characters. */
function text(value: string): string {
  return value.toWellFormed();
}
