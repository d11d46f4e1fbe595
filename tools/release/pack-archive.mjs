import { gzipSync } from "node:zlib";

/**
 * A file of an archive.
 *
 * @typedef {{ readonly name: string, readonly content: Buffer, readonly isExecutable: boolean }} ArchivedFile
 */

/** The time of all files in seconds, as in the tarballs of npm: an archive then depends on the content only. */
const modified = 499_162_500;

/**
 * Packs files as a `.tar.gz`, which is the same on each machine.
 *
 * @param {readonly ArchivedFile[]} files
 * @returns {Buffer}
 */
export function packArchive(files) {
  const blocks = files.flatMap((file) => [printHeader(file), file.content, Buffer.alloc(-file.content.length & 511)]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/**
 * The block of 512 bytes before the content of a file, in the format `ustar` of POSIX.
 *
 * @param {ArchivedFile} file
 */
function printHeader({ name, content, isExecutable }) {
  const block = Buffer.alloc(512);
  /** @param {number} value @param {number} offset @param {number} digits */
  const writeOctal = (value, offset, digits) => block.write(value.toString(8).padStart(digits, "0"), offset);
  // A name of more than 100 characters continues before a slash, in a field of its own.
  const end = name.length > 100 ? name.indexOf("/", name.length - 101) : -1;
  block.write(name.slice(end + 1), 0, 100);
  writeOctal(isExecutable ? 0o755 : 0o644, 100, 7);
  writeOctal(0, 108, 7);
  writeOctal(0, 116, 7);
  writeOctal(content.length, 124, 11);
  writeOctal(modified, 136, 11);
  block.write("        0", 148);
  block.write("ustar\u{0}00", 257);
  block.write(name.slice(0, Math.max(end, 0)), 345, 155);
  writeOctal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block.write("\u{0} ", 154);
  return block;
}
