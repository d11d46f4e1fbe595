import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { quote } from "../../common/quote";
import { AppListError } from "../../common/error";

/** A report cannot be written to its file. */
class ReportNotWrittenError extends AppListError {
  readonly code = "REPORT_NOT_WRITTEN";
  readonly path: string;

  constructor(path: string, reason: string, options: ErrorOptions) {
    super(
      `The report cannot be written to ${quote(path)}: ${quote(reason)}. What was there is as it was. ` +
        "Choose another file with --output.",
      options,
    );
    this.path = path;
  }
}

/**
 * Writes a file as a whole or not at all, over what was there.
 *
 * @throws {ReportNotWrittenError} where that fails.
 */
export function writeOutput(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content, { flag: "wx" });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new ReportNotWrittenError(path, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
