import type { ResourceReport } from "../report";
import { visible } from "./visible";

/** What a list is called in a heading or a sentence: its name, or its id where the name was not seen. */
export function titleOf({ listName, appListId }: ResourceReport): string {
  if (listName !== undefined && listName !== "") return visible(listName);
  return appListId === undefined ? "App list of an id that is not known yet" : `App list ${appListId}`;
}

/** The id of a list, which a preview may not know yet. */
export function idOf(appListId: number | undefined): string {
  return appListId === undefined ? "not known yet" : String(appListId);
}
