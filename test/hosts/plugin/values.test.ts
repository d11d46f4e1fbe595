import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/common/engine-texts";
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

  it.each([
    ["a boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
    ["a number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
    ["a text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
    ["an array", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
    ["an asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
    ["an archive", "e48ece36-62e2-4504-bad9-02848725956a"],
    ["an object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ])("are unknown if the engine does not know %s yet", (_, value) => {
    expect(decode(Struct.fromJavaScript({ value })).unknown).toEqual(new Set(["value"]));
  });

  it("can be outputs, which are secret if they are marked, and unknown without a value", () => {
    const output = (members: { readonly value?: string[]; readonly secret?: boolean }) => ({
      [signatureKey]: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
      ...members,
    });
    const struct = { appBundles: output({ value: ["com.a"], secret: true }), websites: output({ secret: false }) };
    const { values, secret, unknown } = decode(Struct.fromJavaScript(struct));
    expect(values["appBundles"]).toEqual(["com.a"]);
    expect({ secret, unknown }).toEqual({ secret: new Set(["appBundles"]), unknown: new Set(["websites"]) });
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
