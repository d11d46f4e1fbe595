import { byKind, kindName } from "../../../../list/kinds";
import { string, type Properties, type Property } from "./specification";

/** The entry of a list with its note and expiry date. */
export const listedEntryType = {
  type: "object",
  description: "An entry with a note or an expiry date.",
  properties: {
    entry: { ...string, description: "The app bundle, placement ID or website." },
    note: {
      ...string,
      description:
        "A note for people: previews show it, requests never contain it. `until 2027-01-31` in it is the last day, in " +
        "UTC, on which the entry is declared.",
    },
    until: {
      ...string,
      description:
        "The last day, in UTC, on which the entry is declared, as `YYYY-MM-DD`. It takes precedence over the note.",
    },
  } satisfies Properties,
  required: ["entry"],
};

/** Entries of each kind, as they are in a state. */
export const entriesType = {
  type: "object",
  description: "Entries of each kind.",
  properties: byKind((kind): Property => ({
    ...string,
    description: `The ${kindName(kind, 0)}, one per line, sorted.`,
  })),
};
