import { readFileSync } from "node:fs";
import type { z } from "zod";
import { quote } from "../../common/quote";
import { AppListError } from "../../common/error";

/** A JSON file of an option cannot be read. */
class JsonFileError extends AppListError {
  readonly code = "JSON_FILE_UNREADABLE";
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The file ${quote(path)} ${problem}. Nothing was started.`, options);
    this.path = path;
  }
}

/**
 * Reads a JSON file of a shape.
 *
 * @param expected what it must be, as the end of a sentence: "an array of campaigns".
 * @throws {JsonFileError} where it cannot be read or is something else.
 */
export function readJsonFile<Value>(path: string, schema: z.ZodType<Value>, expected: string): Value {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new JsonFileError(path, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new JsonFileError(path, "is not JSON", { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at ${quote(issue.path.map(String).join("."))}`;
  throw new JsonFileError(path, `is not ${expected}: ${issue?.message ?? "it is something else"}${where}`);
}
