import { createReadStream } from "node:fs";
import { quote } from "../../common/quote";
import { PreviewUnreadableError } from "../../report/preview";
import type { Terminal } from "../terminal";

/** The largest preview in MiB: a little less than the longest string of Node.js. */
const limit = 500;

/**
 * Reads a preview as text.
 *
 * @param file a path, or "-" for the standard input.
 * @throws {PreviewUnreadableError} if there is no input, or it cannot be read, or it is too large.
 */
export async function readPreviewText(file: string, terminal: Terminal): Promise<string> {
  if (file !== "-") return decodePreview(await readStream(createReadStream(file), `The file ${quote(file)}`));
  if (terminal.isInputInteractive) {
    throw new PreviewUnreadableError(
      "There is no preview: no file is named, and nothing is piped in",
      "Usage: app-list report preview.json, or: pulumi preview --json --refresh | app-list report",
    );
  }
  return decodePreview(await readStream(terminal.input, "The input"));
}

async function readStream(chunks: AsyncIterable<unknown>, name: string): Promise<Uint8Array> {
  const collected: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      const bytes = chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > limit * 1024 * 1024) throw new PreviewUnreadableError(`${name} is larger than ${limit} MiB`);
      collected.push(bytes);
    }
  } catch (cause) {
    if (cause instanceof PreviewUnreadableError) throw cause;
    const reason = cause instanceof Error ? quote(cause.message) : "for an unknown reason";
    throw new PreviewUnreadableError(`${name} cannot be read: ${reason}`);
  }
  return Buffer.concat(collected);
}

/** Decodes UTF-8, or the UTF-16 with a byte order mark that PowerShell writes. */
function decodePreview(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new PreviewUnreadableError("The input is not text in UTF-8");
  }
}
