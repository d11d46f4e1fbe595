import { quote } from "../common/quote";
import { PreviewUnreadableError } from "./preview-unreadable-error";

/**
 * Reads the one JSON document in a text, which lines of others may precede and follow.
 *
 * @throws {PreviewUnreadableError} where there is none.
 */
export function parseDocument(text: string): unknown {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    return JSON.parse(whole);
  } catch (error) {
    const document = documentIn(whole);
    if (document !== undefined) return document;
    if (isEventStream(whole)) {
      throw new PreviewUnreadableError(
        "This is a stream of the engine's events, and no preview as one JSON document",
        "pulumi up --json prints such a stream, and so does a preview with PULUMI_ENABLE_STREAMING_JSON_PREVIEW: unset it.",
      );
    }
    const start = quote(whole.trimStart().slice(0, 60));
    const reason = error instanceof Error ? quote(error.message) : "it cannot be read";
    throw new PreviewUnreadableError(`This is not JSON (it starts with ${start}): ${reason}`);
  }
}

/** The document between lines of others: Pulumi's begins with a line that is a brace, and ends with one. */
function documentIn(text: string): unknown {
  const start = text.search(/^\{\r?$/mu);
  const atEnd = text.endsWith("\n}") ? text.length - 2 : -1;
  const end = Math.max(text.lastIndexOf("\n}\n"), text.lastIndexOf("\n}\r\n"), atEnd);
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 2));
  } catch {
    return undefined;
  }
}

function isEventStream(text: string): boolean {
  return /^\s*\{"sequence":/u.test(text);
}
