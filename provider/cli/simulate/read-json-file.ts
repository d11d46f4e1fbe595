import { readFileSync } from "node:fs";
import * as z from "zod";
import { AppListError } from "../../common/error";
import { quote } from "../../common/quote";

/** A JSON file of an option cannot be used. */
class JsonFileError extends AppListError {
  readonly code = "JSON_FILE_UNREADABLE";
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The file ${quote(path)} ${problem}. The simulator was not started.`, options);
    this.path = path;
  }
}

/**
 * Reads a JSON file.
 *
 * @param expected the content, as the end of a sentence: "an array of campaigns".
 * @throws {JsonFileError} if the file cannot be read or has other content.
 */
export function readJsonFile<Value>(path: string, schema: z.ZodType<Value>, expected: string): Value {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new JsonFileError(path, "is not JSON", { cause });
    if (!(cause instanceof Error)) throw cause;
    if (!(cause instanceof z.ZodError)) throw new JsonFileError(path, `cannot be read: ${cause.message}`, { cause });
    const [issue] = cause.issues;
    const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${quote(issue.path.join("."))}`;
    throw new JsonFileError(path, `is not ${expected}: ${issue?.message ?? "invalid"}${place}`);
  }
}
