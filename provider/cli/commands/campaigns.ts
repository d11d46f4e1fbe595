import * as z from "zod";
import type { Campaign } from "../../api/campaigns";
import { plural } from "../../common/format";
import { printable } from "../../common/printable";
import { withApi } from "../app-lists";
import { defineCommand, settingsOptions } from "../command";
import { writeLines, writeMessages } from "../terminal";

const campaignsSchema = z.object({
  campaigns: z
    .array(z.record(z.string(), z.unknown()))
    .describe("The campaigns of the account, each with all fields that the API returns."),
});

export const campaignsCommand = defineCommand({
  name: "campaigns",
  description: "Lists the campaigns of the account.",
  options: settingsOptions,
  result: campaignsSchema,
  help: "Prints the fields with a string, a number or a boolean. --json prints all fields.",
  exitCodes: {},
  run: async (settings, terminal) => {
    const campaigns = await withApi(settings, terminal, ({ api, deadline }) => api.campaigns({ deadline }));
    const print = (): void => {
      writeLines(terminal, printColumns(campaigns));
      writeMessages(terminal, [`${plural(campaigns.length, "campaign")}.`]);
    };
    return { outcome: "done", result: { campaigns }, print };
  },
});

/**
 * A header and one line per campaign, in columns as wide as their widest cell. The API does not document the fields of a
 * campaign: those with a string, a number or a boolean have a column.
 */
function printColumns(campaigns: readonly Campaign[]): readonly string[] {
  const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
  const scalars = campaigns.flatMap((campaign) => Object.keys(campaign).filter((field) => isScalar(campaign[field])));
  const fields = new Set([...["id", "name"].filter((field) => scalars.includes(field)), ...scalars]);
  const columns = Array.from(fields, (field) => {
    const cells = [printable(field), ...campaigns.map((campaign) => cellText(campaign, field))];
    const width = cells.reduce((widest, cell) => Math.max(widest, cell.length), 0);
    return cells.map((cell) => cell.padEnd(width));
  });
  const [rows = []] = columns;
  return rows.map((_, row) =>
    columns
      .map((cells) => cells[row])
      .join("  ")
      .trimEnd(),
  );
}

/** The longest cell, in characters: each cell of its column is as wide. */
const widestCell = 60;

function cellText(campaign: Campaign, field: string): string {
  // A campaign inherits members such as toString.
  const value = Object.hasOwn(campaign, field) ? campaign[field] : undefined;
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return printable(text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text);
}
