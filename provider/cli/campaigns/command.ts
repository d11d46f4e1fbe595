import { Command } from "commander";
import * as z from "zod";
import { formatTable, scalarFields } from "./table";
import { formatCount, plural } from "../../common/format";
import { quoteList } from "../../common/quote";
import type { Campaign } from "../../service/campaigns";
import { exitCodes } from "../exit-code";
import { formatJson } from "../json";
import { integerOption, OptionsError, parseOptions } from "../options";
import type { MakeCommand } from "../program";
import { withProgress } from "../progress";
import { addSettingsOptions, readCommandSettings, settingsOptionsShape } from "../settings-options";
import { styled, type Terminal } from "../terminal";
import { withService } from "../with-service";

const optionsSchema = z.object({
  ...settingsOptionsShape,
  perPage: integerOption(1, 100_000).optional(),
  columns: z
    .string()
    .transform((text) => text.split(",").map((column) => column.trim()))
    .refine((columns) => columns.every((column) => column !== ""), {
      error: "must be names of fields, such as id,name",
    })
    .optional(),
  json: z.boolean().default(false),
});

/** `app-list campaigns`: lists the campaigns of the account. */
export const campaignsCommand: MakeCommand = (terminal, end) =>
  addSettingsOptions(
    new Command("campaigns")
      .description("Lists the campaigns of the account.")
      .option("--per-page <number>", "how many campaigns to request per page (default: 100)")
      .option("--columns <fields>", "the fields to show, such as id,name,status (default: as many as fit)")
      .option("--json", "print the campaigns as a JSON array, with all fields"),
  ).action(async (given: unknown) => {
    const { perPage, columns, json, ...options } = parseOptions(optionsSchema, given);
    const settings = await readCommandSettings(options, terminal);
    let listed = 0;
    const onProgress = (count: number): void => void (listed = count);
    const progress = () => `Reading campaigns: ${formatCount(listed)}`;
    const campaigns = await withProgress(terminal, progress, () =>
      withService(settings, terminal, (service, deadline) => service.campaigns({ perPage, deadline, onProgress })),
    );
    if (json) terminal.write(formatJson(campaigns));
    else printCampaigns(terminal, campaigns, columns);
    end(exitCodes.done);
  });

function printCampaigns(terminal: Terminal, campaigns: readonly Campaign[], chosen?: readonly string[]): void {
  if (campaigns.length === 0) {
    terminal.writeMessage("The account has no campaigns.\n");
    return;
  }
  const fields = scalarFields(campaigns);
  const unknown = (chosen ?? []).filter((column) => campaigns.every((campaign) => !Object.hasOwn(campaign, column)));
  if (unknown.length > 0) {
    throw new OptionsError([`--columns: no campaign has ${quoteList(unknown)}; the fields are ${quoteList(fields)}`]);
  }
  const width = terminal.isOutputInteractive ? terminal.columns : undefined;
  const { lines, omitted } = formatTable(campaigns, chosen ?? fields, { keepsAll: chosen !== undefined, width });
  const [header = "", ...rows] = lines;
  terminal.write(`${styled(terminal, "strong", header)}\n${rows.map((row) => `${row}\n`).join("")}`);
  const rest = omitted.length === 0 ? "" : ` Not shown: ${quoteList(omitted)}. Choose fields with --columns.`;
  terminal.writeMessage(`${plural(campaigns.length, "campaign")}.${rest}\n`);
}
