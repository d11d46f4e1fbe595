import * as z from "zod";
import { languages } from "./program-text";
import type { ResultOf } from "../json";
import { kindSchema, listFactsSchema } from "../list-facts";

const file = z.object({
  kind: kindSchema,
  path: z.string(),
  entries: z.int().describe("The number of entries of this kind that a program can declare."),
  added: z.int().describe("The number of entries that were added to the file."),
  removed: z.int().describe("The number of lines that were removed from the file."),
});

const undeclarable = z.object({ kind: kindSchema, entry: z.string(), problem: z.string() });

const list = listFactsSchema.extend({
  resource: z.string().optional().describe("The new resource; absent if the program already declared the list."),
  files: z.array(file),
  undeclarable: z.array(undeclarable).describe("The entries that no program can declare. They are in no file."),
});

/** The result of `app-list pull --json`. */
export const pullSchema = z.object({
  lists: z.array(list),
  program: z.object({
    language: z.enum(languages).optional().describe("Absent if the project has a language that pull does not write."),
    text: z.string().describe("The new declarations; empty if there are none."),
    files: z.array(z.string()).describe("The files that the declarations were added to; empty if they are printed."),
  }),
  steps: z.array(z.string()).describe("What is left to do by hand."),
});

/** The result of a pull. */
export type PullResult = ResultOf<typeof pullSchema>;

/** One list of a pull. */
export type PulledList = PullResult["lists"][number];
