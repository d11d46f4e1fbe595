import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deflateRawSync } from "node:zlib";
import { ArchiveTooLargeError, unzip, zip } from "../../provider/files/archive";

const all = () => true;

/** An archive with one packed part. It states that the part has no bytes, as an archive that hides its size may. */
function packed(part: Buffer): Buffer {
  const archive = zip(new Map([["a.xml", deflateRawSync(part)]]));
  archive.writeUInt16LE(8, 8);
  archive.writeUInt16LE(8, archive.indexOf("PK\u0001\u0002") + 10);
  archive.writeUInt32LE(0, 22);
  archive.writeUInt32LE(0, archive.indexOf("PK\u0001\u0002") + 24);
  return archive;
}

describe("unzip", () => {
  it("gives back the parts that were put in, and only those that are wanted", () => {
    const name = fc.stringMatching(/^[a-zä/.]{1,20}$/u);
    const content = fc.uint8Array().map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, content), { selector: ([name]) => name }), (parts) => {
        const archive = zip(new Map(parts));
        expect([...unzip(archive, 10_000_000, all)]).toEqual(parts);
        expect([...unzip(archive, 10_000_000, (name) => name.includes("ä"))]).toEqual(
          parts.filter(([name]) => name.includes("ä")),
        );
      }),
    );
  });

  it("unpacks a part that is packed, whatever size the archive states", () => {
    expect(unzip(packed(Buffer.alloc(1000, "a")), 1000, all).get("a.xml")).toEqual(Buffer.alloc(1000, "a"));
  });

  it("stops at the bound of all wanted parts together, whatever size the archive states", () => {
    expect(() => unzip(packed(Buffer.alloc(1001)), 1000, all)).toThrow(ArchiveTooLargeError);
    const two = zip(new Map(["a", "b"].map((name) => [name, Buffer.alloc(600)])));
    expect(() => unzip(two, 1000, all)).toThrow(ArchiveTooLargeError);
    expect(unzip(two, 1000, (name) => name === "b").size).toBe(1);
  });

  it("does not choose between two parts of one name", () => {
    const archive = zip(new Map(["a", "b"].map((name) => [name, Buffer.from("x")])));
    const last = archive.lastIndexOf("PK\u0001\u0002");
    archive.write("a", last + 46);
    expect(() => unzip(archive, 1000, all)).toThrow("one name");
  });
});
