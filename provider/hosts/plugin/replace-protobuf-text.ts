import { BinaryReader, BinaryWriter } from "google-protobuf";

// It replaces methods of a library, in the process of the plugin, which nothing else shares. google-protobuf reads and
// writes a text character by character: with 100,000 entries, a preview takes 0.3 s more (1.5 s instead of 1.2 s), and the
// process up to 430 MB instead of 260 MB. It also drops lone surrogates, which Node replaces.
BinaryReader.prototype.readString = function readString(this: BinaryReader) {
  const { buffer, byteOffset, byteLength } = this.readBytes();
  return Buffer.from(buffer, byteOffset, byteLength).toString();
};
BinaryWriter.prototype.writeString = function writeString(this: BinaryWriter, field: number, text?: string) {
  if (text !== undefined) this.writeBytes(field, Buffer.from(text));
};
