import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/hosts/engine-texts";
import { decode, encode } from "../../../provider/hosts/plugin/values";

const signatureKey = "4dabf18193072939515e22adb298388d";
const secretOf = (value: string) => ({ [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value });

describe("the values of the engine", () => {
  it("are the same after encoding and decoding, with their secrets", () => {
    // Protobuf for JavaScript has no members of this name.
    const json = fc.jsonValue().filter((any) => !JSON.stringify(any).includes("__proto__"));
    const value = json.map((any): unknown => JSON.parse(JSON.stringify(any)));
    const names = fc.uniqueArray(fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), value)), names, (members, marked) => {
        const values = Object.fromEntries(members.filter(([name]) => name !== "__proto__"));
        const secret = new Set(marked.filter((name) => Object.hasOwn(values, name)));
        expect(decode(encode(values, { secret }))).toEqual({ values, secret, unknown: new Set() });
      }),
    );
  });

  it("are secret and unknown if any part of them is", () => {
    const decoded = decode(
      Struct.fromJavaScript({
        appBundles: ["com.a", secretOf("com.b")],
        websites: [unknownValue],
        placementIds: secretOf(unknownValue),
        appListId: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
      }),
    );
    expect(decoded.values["appBundles"]).toEqual(["com.a", "com.b"]);
    expect(decoded.secret).toEqual(new Set(["appBundles", "placementIds"]));
    expect(decoded.unknown).toEqual(new Set(["websites", "placementIds", "appListId"]));
  });

  it("have no undefined members", () => {
    expect(encode({ name: undefined, entries: [{ note: undefined }] }).toJavaScript()).toEqual({ entries: [{}] });
  });
});

/** A text after it was sent and received. */
function received(text: string): unknown {
  return decode(Struct.deserializeBinary(encode({ [text]: text }).serializeBinary())).values[text.toWellFormed()];
}

it("a text stays the same in a message to or from the engine, but for lone surrogates: nothing is dropped", () => {
  const long = "com.example.app.😀\n".repeat(100_000);
  for (const text of ["", "\u0000", "\ufeffcom.example.app", "дом", "漢字", "com.😀.app\r\n", long]) {
    expect(received(text)).toBe(text);
  }
  expect(received("com.\ud800.app")).toBe("com.\ufffd.app");
});
