import * as z from "zod";
import { formatTable, scalarFields } from "./table";
import { formatCount, plural } from "../../common/format";
import { quoteList } from "../../common/quote";
import type { Campaign } from "../../service/campaigns";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import type { ResultOf } from "../json";
import { flag, integer, option, OptionsError } from "../options";
import { withProgress } from "../progress";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { styled, type Terminal } from "../terminal";
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
  columns: option("<fields>", "the fields to show, such as id,name,status (default: as many as fit)", fieldNames),
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
    let listed = 0;
    const onProgress = (count: number): void => void (listed = count);
    const progress = () => `Reading campaigns: ${formatCount(listed)}`;
    const campaigns = await withProgress(terminal, progress, () =>
      withService(settings, terminal, (service, deadline) => service.campaigns({ perPage, deadline, onProgress })),
    );
    const result: ResultOf<typeof campaignsSchema> = { campaigns };
    output(result, () => printCampaigns(terminal, campaigns, columns));
    return exitCodes.done;
  },
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
