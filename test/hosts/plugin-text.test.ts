import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, it } from "vitest";
import { decode, encode } from "../../provider/hosts/plugin/values";

/** A text after it was sent and received. */
function received(text: string): unknown {
  return decode(Struct.deserializeBinary(encode({ [text]: text }).serializeBinary())).values[text.toWellFormed()];
}

describe("a text in a message to or from the engine", () => {
  it.each(["", "com.example.app", "\u0000", "\ufeffcom.example.app", "дом", "漢字", "😀", "com.😀.app\r\n"])(
    "stays the same: %j",
    (text) => {
      expect(received(text)).toBe(text);
    },
  );

  it("has a replacement character for a lone surrogate: nothing is dropped", () => {
    expect(received("com.\ud800.app")).toBe("com.\ufffd.app");
  });

  it("stays the same if it is as long as the text of 100,000 entries", () => {
    const text = "com.example.app.😀\n".repeat(100_000);
    expect(received(text)).toBe(text);
  });
});
