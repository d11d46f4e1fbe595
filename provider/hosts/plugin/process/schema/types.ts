import { byKind, kindName } from "../../../../list/kinds";
import { string, type Property } from "./specification";

/** Entries of each kind, as they are in a state. */
export const entriesType = {
  type: "object",
  description: "Entries of each kind.",
  properties: byKind((kind): Property => ({
    ...string,
    description: `The ${kindName(kind, 0)}, one per line, sorted.`,
  })),
};
