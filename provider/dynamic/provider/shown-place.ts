import { onOneLine } from "../../list/entry";

/** The most characters of a base URL that are shown. */
const longestShown = 300;

/** Where a service is, as a message names it: in a state that somebody has edited, anything may stand there. */
export function shownPlace(baseUrl: string | undefined): string {
  const shown = onOneLine((baseUrl ?? "an unknown place").slice(0, longestShown));
  return baseUrl !== undefined && baseUrl.length > longestShown ? `${shown}…` : shown;
}
