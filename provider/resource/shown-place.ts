import { printableUpTo } from "../common/printable";

/** The most characters of a base URL that are shown. */
const longestShown = 300;

/** Where a service is, as a message names it: in a state that somebody has edited, anything may stand there. */
export function shownPlace(baseUrl: string | undefined): string {
  return printableUpTo(longestShown, baseUrl ?? "an unknown place");
}
