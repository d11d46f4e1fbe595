import * as z from "zod";
import { kindOrigins } from "../file-lines";
import type { ResultOf } from "../json";
import { kindSchema } from "../list-facts";

const source = z.string().describe("The place of the line, such as lists/apps.csv:12 or lists/apps.xlsx:Sheet1!B7.");

const finding = z.object({
  source: z.string().describe("The place, or the file if the finding is about all of it."),
  message: z.string().describe("The problem, in a sentence."),
});

const lastDay = z.string().describe("Its latest last day, as YYYY-MM-DD, in UTC.");

const expiringEntry = z.object({ entry: z.string(), until: lastDay, source });

const duplicate = z.object({ entry: z.string(), source, firstSource: z.string().describe("The first such line.") });

const group = z.object({
  kind: kindSchema.optional().describe("The kind of the entries. Absent if it is not known."),
  kindOrigin: z.enum(kindOrigins).describe("guess: all entries of the file look alike."),
  entries: z.int().describe("The number of entries that are declared today, without duplicates and expired entries."),
  duplicates: z.array(duplicate).describe("Lines that repeat an entry of the same kind, also one of an earlier file."),
  expired: z.array(expiringEntry).describe("The entries that have expired in all lines of all files."),
  expiringSoon: z.array(expiringEntry).describe("The entries that expire within 14 days in all lines of all files."),
});

/** The result of `app-list validate --json`. */
export const validationSchema = z.object({
  today: z.string().describe("The current day, as YYYY-MM-DD, in UTC."),
  errors: z.array(finding).describe("Everything that pulumi up would refuse."),
  warnings: z.array(finding).describe("Likely mistakes."),
  files: z.array(z.object({ path: z.string(), groups: z.array(group).describe("The entries of each kind.") })),
});

/** The result of a validation. */
export type Validation = ResultOf<typeof validationSchema>;
/** A problem at a place of a file. */
export type Finding = Validation["errors"][number];
/** The content of a file. */
export type FileSummary = Validation["files"][number];
/** The entries of one kind in a file. */
export type GroupSummary = FileSummary["groups"][number];
