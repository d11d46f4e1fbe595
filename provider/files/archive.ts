import { inflateRawSync } from "node:zlib";

/** The parts of a zip archive, by their names. */
export type Parts = ReadonlyMap<string, Buffer>;

/** The parts of an archive are larger, once they are unpacked, than was agreed to. */
export class ArchiveTooLargeError extends Error {}

/** An archive is not what the format says. */
class ArchiveDamagedError extends Error {}

/**
 * Unpacks those parts of a zip archive that are wanted.
 *
 * No size that the archive states is believed: a few bytes can unpack into gigabytes, so unpacking itself stops at the
 * bound.
 *
 * @param mostBytes how many bytes the wanted parts may have together.
 * @throws {ArchiveTooLargeError} where they have more; another error where the archive is damaged.
 */
export function unzip(bytes: Buffer, mostBytes: number, isWanted: (name: string) => boolean): Parts {
  const parts = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(endSignature);
  if (end < 0) throw new ArchiveDamagedError("An archive has no directory.");
  const count = bytes.readUInt16LE(end + 10);
  let left = mostBytes;
  let entry = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const nameLength = bytes.readUInt16LE(entry + 28);
    const name = bytes.toString("utf8", entry + 46, entry + 46 + nameLength);
    if (isWanted(name)) {
      if (parts.has(name)) throw new ArchiveDamagedError("Two parts of an archive have one name.");
      const part = unpack(bytes, entry, left);
      parts.set(name, part);
      left -= part.length;
    }
    entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
  return parts;
}

const endSignature = Buffer.from("PK\u0005\u0006", "latin1");
const methods = { stored: 0, deflated: 8 };

/** Unpacks the part of an entry of the archive's directory. */
function unpack(bytes: Buffer, entry: number, mostBytes: number): Buffer {
  const header = bytes.readUInt32LE(entry + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const method = bytes.readUInt16LE(entry + 10);
  if (method === methods.deflated) return inflate(bytes.subarray(start), mostBytes);
  const size = bytes.readUInt32LE(entry + 20);
  if (method !== methods.stored || start + size > bytes.length) {
    throw new ArchiveDamagedError("A part of an archive cannot be unpacked.");
  }
  if (size > mostBytes) throw new ArchiveTooLargeError();
  return bytes.subarray(start, start + size);
}

/** What is packed says itself where it ends. */
function inflate(bytes: Buffer, mostBytes: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(mostBytes, 1) });
  } catch (error) {
    if (error instanceof RangeError) throw new ArchiveTooLargeError(undefined, { cause: error });
    throw error;
  }
}

/** Writes a zip archive that is read in this process alone: nothing in it is packed, and it has no checksums. */
export function zip(parts: Parts): Buffer {
  const content: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of parts) {
    const nameBytes = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.write("PK\u0003\u0004", "latin1");
    header.writeUInt32LE(part.length, 18);
    header.writeUInt32LE(part.length, 22);
    header.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.write("PK\u0001\u0002", "latin1");
    header.copy(entry, 6, 4);
    entry.writeUInt32LE(offset, 42);
    content.push(header, nameBytes, part);
    directory.push(entry, nameBytes);
    offset += header.length + nameBytes.length + part.length;
  }
  const end = Buffer.alloc(22);
  endSignature.copy(end);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...content, ...directory, end]);
}
