import { addAbortSignal, Readable } from "node:stream";
import { AppListError } from "../../common/error";
import type { Terminal } from "../terminal";

/** A list would be changed, and nobody has agreed to that. */
class NotConfirmedError extends AppListError {
  readonly code = "NOT_CONFIRMED";

  constructor(appListId: number, remedy: string) {
    super(`App list ${appListId} was not tried out, and nothing was changed, as nobody agreed to it. ${remedy}`);
  }
}

/**
 * Asks whether a list may be changed for a moment.
 *
 * @throws {NotConfirmedError} where the answer is anything but yes, or there is nobody to ask.
 */
export async function confirmScratchList(terminal: Terminal, appListId: number, most: number): Promise<void> {
  if (!terminal.isInputInteractive) {
    throw new NotConfirmedError(appListId, "Where nobody can be asked, --yes says so.");
  }
  terminal.writeMessage(
    `App list ${appListId} is used as a scratch list: for a moment, up to ${most.toLocaleString("en-US")} entries are ` +
      "added to it that\nname nothing that exists, and all of them are removed again. Entries of others are not touched.\n" +
      "If the list is empty and the service refuses to empty a list again, one such entry stays.\n" +
      "Is that right? Type yes: ",
  );
  if ((await firstLine(terminal)).trim().toLowerCase() !== "yes") {
    throw new NotConfirmedError(appListId, "To go on, type yes.");
  }
}

/** The first line that is typed; nothing where the person presses Ctrl-C instead. */
async function firstLine({ input, stop }: Terminal): Promise<string> {
  // Waiting for a line would otherwise keep the process alive after Ctrl-C.
  const chunks: AsyncIterable<string | Uint8Array> = input instanceof Readable ? addAbortSignal(stop, input) : input;
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of chunks) {
      text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      if (text.includes("\n") || text.length > 100) break;
    }
  } catch (error) {
    if (!stop.aborted) throw error;
    return "";
  }
  return text.split("\n")[0] ?? "";
}
