import { BinaryReader, BinaryWriter } from "google-protobuf";

// Replaces methods of google-protobuf. Only the process of the plugin loads this file, and no other code runs in it.
// The library reads and writes a text character by character. With 100,000 entries, a preview would take 1.5 s instead
// of 1.2 s, and the process up to 430 MB instead of 260 MB. The library also drops lone surrogates. Node replaces them.
BinaryReader.prototype.readString = function readString(this: BinaryReader) {
  const { buffer, byteOffset, byteLength } = this.readBytes();
  return Buffer.from(buffer, byteOffset, byteLength).toString();
};
BinaryWriter.prototype.writeString = function writeString(this: BinaryWriter, field: number, text?: string) {
  if (text !== undefined) this.writeBytes(field, Buffer.from(text));
};
