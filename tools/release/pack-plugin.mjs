import { gzipSync } from "node:zlib";

import { executable } from "../setup/bundle.mjs";

/** @import { BundleFile } from "../setup/bundle.mjs" */

/** The time of all files in seconds, as in the tarballs of npm: an archive then depends on the content only. */
const modified = 499_162_500;

/**
 * The names of the archives, by which Pulumi finds the one of its system.
 *
 * @param {string} version
 * @returns {readonly string[]}
 */
export function archiveNames(version) {
  const systems = ["linux", "darwin", "windows"].flatMap((system) => [`${system}-amd64`, `${system}-arm64`]);
  return systems.map((system) => `${executable}-v${version}-${system}.tar.gz`);
}

/**
 * Packs the plugin as a `.tar.gz` with its files at the root, which is the same on each machine. It contains neither a
 * PulumiPlugin.yaml nor a package.json: with them, Pulumi would run `npm install` when it installs the plugin.
 *
 * @param {readonly BundleFile[]} files
 * @returns {Buffer}
 */
export function packPlugin(files) {
  const blocks = files.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content);
    return [printHeader(name, bytes.length), bytes, Buffer.alloc(-bytes.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/**
 * The block of 512 bytes before the content of a file, in the format `ustar` of POSIX.
 *
 * @param {string} name  of at most 100 characters
 * @param {number} size
 */
function printHeader(name, size) {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(`0000${name === executable ? 755 : 644}`, 100);
  block.write("0000000", 108);
  block.write("0000000", 116);
  block.write(size.toString(8).padStart(11, "0"), 124);
  block.write(modified.toString(8).padStart(11, "0"), 136);
  // The sum is that of the block with spaces in its place.
  block.write("        0", 148);
  block.write("ustar\u{0}00", 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\u{0} `, 148);
  return block;
}
