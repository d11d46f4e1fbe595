import * as z from "zod";
import { plural } from "../../common/format";
import { printable } from "../../common/printable";
import { quoteList } from "../../common/quote";
import type { Campaign } from "../../api/campaigns";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { flag, integer, option, OptionsError } from "../options";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { writeLines } from "../terminal";
import { withService } from "../with-service";

/** The result of `app-list campaigns --json`. */
export const campaignsSchema = z.object({
  campaigns: z
    .array(z.record(z.string(), z.unknown()))
    .describe("The campaigns of the account, each with all fields that the API returns."),
});

const fieldNames = z
  .string()
  .transform((names) => names.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ""), { error: "must be names of fields, such as id,name" });

const options = z.object({
  perPage: option("<number>", "how many campaigns to request per page (default: 100)", integer(1, 100_000)),
  columns: option("<fields>", "the fields to print, such as id,name,status (default: all scalar fields)", fieldNames),
  json: flag("print the campaigns as JSON, with all fields"),
  ...settingsOptions,
});

/** `app-list campaigns`: lists the campaigns of the account. */
export const campaignsCommand = defineCommand({
  name: "campaigns",
  description: "Lists the campaigns of the account.",
  options,
  exitCodes: {},
  run: async ({ options: { perPage, columns, ...settingsOf }, terminal, output }) => {
    const settings = await readCommandSettings(settingsOf, terminal);
    const campaigns = await withService(settings, terminal, (api, deadline) => api.campaigns({ perPage, deadline }));
    output({ campaigns }, () => {
      writeLines(terminal, campaigns.length === 0 ? [] : printColumns(campaigns, columns ?? scalarFields(campaigns)));
      terminal.writeMessage(`${plural(campaigns.length, "campaign")}.\n`);
    });
    return exitCodes.done;
  },
});

/** The fields with a string, a number or a boolean. The API does not document the fields of a campaign. */
function scalarFields(campaigns: readonly Campaign[]): readonly string[] {
  const fields = campaigns.flatMap((campaign) =>
    Object.keys(campaign).filter((field) => ["string", "number", "boolean"].includes(typeof campaign[field])),
  );
  return [...new Set([...["id", "name"].filter((field) => fields.includes(field)), ...fields])];
}

/** A header and one line per campaign, in columns as wide as their widest cell. */
function printColumns(campaigns: readonly Campaign[], fields: readonly string[]): readonly string[] {
  const unknown = fields.filter((field) => campaigns.every((campaign) => !Object.hasOwn(campaign, field)));
  if (unknown.length > 0) {
    const known = quoteList(scalarFields(campaigns));
    throw new OptionsError([`--columns: no campaign has ${quoteList(unknown)}; the fields are ${known}`]);
  }
  const columns = fields.map((field) => {
    const cells = [printable(field), ...campaigns.map((campaign) => cellText(campaign, field))];
    const width = cells.reduce((widest, cell) => Math.max(widest, cell.length), 0);
    return cells.map((cell) => cell.padEnd(width));
  });
  return Array.from({ length: campaigns.length + 1 }, (_, row) =>
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
