import { AppListError } from "../common/error";

/** How a preview is written to a file. */
const howToMake = "pulumi preview --json --refresh > preview.json";

/** What was to be reported on is not the JSON of a preview. */
export class PreviewUnreadableError extends AppListError {
  readonly code = "PREVIEW_UNREADABLE";

  /**
   * @param problem what is wrong, as a sentence without its full stop.
   * @param remedy what to do before a preview is made again, as a sentence.
   */
  constructor(problem: string, remedy?: string) {
    super(`${problem}. Nothing was reported.${remedy === undefined ? "" : ` ${remedy}`} Make a preview: ${howToMake}`);
  }
}
