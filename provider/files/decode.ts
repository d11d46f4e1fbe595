import { FileUnreadableError } from "./errors";

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark, as Excel's "Unicode text" is. The mark is taken away.
 *
 * @throws {FileUnreadableError} where the bytes are neither.
 */
export function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileUnreadableError(path, "is neither UTF-8 nor UTF-16: save it as UTF-8", { cause: error });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}
