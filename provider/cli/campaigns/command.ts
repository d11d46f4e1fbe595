import { Command } from "commander";
import { z } from "zod";
import { quoteList } from "../../common/quote";
import { columnsOf, layOut } from "./table";
import { formatCount } from "../../common/format";
import type { Campaign } from "../../service/campaigns";
import { exitCodes } from "../exit-code";
import { printJson } from "../print-json";
import type { MakeCommand } from "../program";
import { withProgress } from "../progress";
import { findSettings, settingsOptionsShape, withSettingsOptions } from "../settings/find-settings";
import { OptionsError, parseOptions, wholeNumber } from "../settings/parse-options";
import { withService } from "../settings/with-service";
import { styled, type Terminal } from "../terminal";

const optionsSchema = z.object({
  ...settingsOptionsShape,
  perPage: wholeNumber(1, 100_000).exactOptional(),
  columns: z
    .string()
    .transform((text) => text.split(",").map((column) => column.trim()))
    .refine((columns) => columns.every((column) => column !== ""), {
      error: "must be names of fields, such as id,name",
    })
    .exactOptional(),
  json: z.boolean().default(false),
});

/** `app-list campaigns`: lists the campaigns of the account. */
export const campaignsCommand: MakeCommand = (terminal, end) =>
  withSettingsOptions(
    new Command("campaigns")
      .description("Lists the campaigns of the account.")
      .option("--per-page <number>", "how many campaigns to ask for in one request (default: 100)")
      .option("--columns <fields>", "the fields to show, such as id,name,status (default: those that fit)")
      .option("--json", "print the campaigns as a JSON array, with all their fields"),
  ).action(async (given: unknown) => {
    const options = parseOptions(optionsSchema, given);
    const settings = await findSettings(options, terminal);
    const campaigns: Campaign[] = [];
    const reading = () => ({ doing: "Reading campaigns", done: campaigns.length });
    await withProgress(terminal, reading, () =>
      withService(settings, terminal, async (service, deadline) => {
        const { perPage } = options;
        for await (const campaign of service.campaigns({ perPage, deadline })) campaigns.push(campaign);
      }),
    );
    if (options.json) terminal.write(printJson(campaigns));
    else show(terminal, campaigns, options.columns);
    end(exitCodes.done);
  });

function show(terminal: Terminal, campaigns: readonly Campaign[], chosen: readonly string[] | undefined): void {
  if (campaigns.length === 0) {
    terminal.writeMessage("The account has no campaigns.\n");
    return;
  }
  const known = columnsOf(campaigns);
  const unknown = (chosen ?? []).filter((column) => campaigns.every((campaign) => !Object.hasOwn(campaign, column)));
  if (unknown.length > 0) {
    throw new OptionsError([
      `--columns names ${quoteList(unknown)}, which no campaign has; there are ${quoteList(known)}`,
    ]);
  }
  const width = terminal.isOutputInteractive ? terminal.columns : undefined;
  const { lines, left } = layOut(campaigns, chosen ?? known, chosen !== undefined, width);
  const [header = "", ...rows] = lines;
  terminal.write(`${styled(terminal, "strong", header)}\n${rows.map((row) => `${row}\n`).join("")}`);
  const more = left.length === 0 ? "" : ` There is no room for ${quoteList(left)}: choose with --columns.`;
  const count = `${formatCount(campaigns.length)} ${campaigns.length === 1 ? "campaign" : "campaigns"}`;
  terminal.writeMessage(`${count}.${more}\n`);
}
