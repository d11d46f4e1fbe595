import { Command } from "commander";
import { z } from "zod";
import { conclude } from "./conclude";
import { confirmScratchList } from "./confirm";
import type { Finding } from "./finding";
import { printConclusion, printFinding } from "./print-finding";
import type { Time } from "./scratch/restore";
import { sleep } from "../../service/pause";
import { exitCodes } from "../exit-code";
import { printJson } from "../print-json";
import type { MakeCommand } from "../program";
import { settingsOptionsShape, settingsSource, withSettingsOptions } from "../settings/find-settings";
import { OptionsError, optionName, parseAppListId, parseOptions, wholeNumber } from "../settings/parse-options";
import { OutputError } from "../terminal";

/** What a test takes the place of. */
export interface DoctorSurroundings {
  /** This machine's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** For the pauses of restoring a list. */
  readonly time: Time;
}

const optionsSchema = z.object({
  ...settingsOptionsShape,
  list: z.string().exactOptional(),
  maxRequestSize: wholeNumber(1, 100_000).default(1000),
  yes: z.boolean().default(false),
  unknownUse: z.boolean().default(false),
  restore: z
    .string()
    .regex(/^[0-9a-f]{32}$/u, { error: "must be the 32 characters that an examination has named" })
    .exactOptional(),
  json: z.boolean().default(false),
});

/** `app-list doctor`: finds out what is wrong, and with a scratch list, what the documentation does not say. */
export const doctorCommand: MakeCommand = makeDoctorCommand({
  now: () => Date.now(),
  time: { now: () => performance.now(), sleep },
});

/** Makes the command for other surroundings. */
export function makeDoctorCommand({ now, time }: DoctorSurroundings): MakeCommand {
  return (terminal, end) =>
    withSettingsOptions(
      new Command("doctor")
        .description("Checks settings, connection and account; with a scratch list, what the service does with lists.")
        .option("--list <id>", "a list without campaigns that may be changed for a moment; it is restored")
        .option("--yes", "do not ask before the list is changed")
        .option("--unknown-use", "use the list although the service does not show whether campaigns use it")
        .option("--restore <mark>", "only remove what an examination that was broken off has left in the list")
        .option("--max-request-size <entries>", "the most entries of one request to the list (default: 1000)")
        .option("--json", "print the findings as JSON, at the end"),
    )
      .addHelpText("after", help)
      .action(async (given: unknown) => {
        const options = parseOptions(optionsSchema, given);
        const appListId = options.list === undefined ? undefined : parseAppListId(options.list);
        const listOptions = ["yes", "unknownUse", "restore"] as const;
        const useless = listOptions.filter((name) => options[name] !== undefined && options[name] !== false);
        if (appListId === undefined && useless.length > 0) {
          throw new OptionsError(useless.map((name) => `${optionName(name)} is for --list`));
        }
        const source = await settingsSource(options, terminal);
        if (appListId !== undefined && options.restore === undefined && !options.yes) {
          await confirmScratchList(terminal, appListId, options.maxRequestSize + 10);
        }
        const { examine } = await import("./examine.js");
        const findings: Finding[] = [];
        const isOutputBroken = (): boolean => terminal.stop.reason instanceof OutputError;
        const { settings, requests } = await examine({
          source,
          account: options.account,
          appListId,
          maxRequestSize: options.maxRequestSize,
          acceptsUnknownUse: options.unknownUse,
          mark: options.restore,
          now,
          stop: terminal.stop,
          report: (finding) => {
            findings.push(finding);
            // What is left in a list is to be known also where nobody reads the results any more.
            if (isOutputBroken()) terminal.writeMessage(printFinding(terminal, finding));
            else if (!options.json) terminal.write(printFinding(terminal, finding));
          },
          tell: terminal.writeMessage,
          time,
        });
        const conclusion = conclude(findings, settings, options.stack);
        const { advice, notVerified, exitCode } = conclusion;
        if (options.json) terminal.write(printJson({ findings, advice, notVerified, requests }));
        else terminal.write(printConclusion(terminal, conclusion));
        end(isOutputBroken() ? exitCodes.error : exitCode);
      });
}

const help = `
With --list it adds entries that name nothing that exists (below ".invalid", and placement ids 0-pulumiapplist…), looks
at the answers, and removes them again, also after Ctrl-C and after a failure. Entries of others are not touched. Take an
empty list that no campaign uses. It sends 100 requests at most. All entries have a mark in them, which is printed at the
beginning: where the command is ended by force, --list ID --restore MARK removes what it has left.

  ✓ fine   ! a finding to settle   ✗ broken   ? not verified

Exit codes: 0 all is fine; 1 something is broken, or the list could not be restored; 2 there is something to settle;
3 something could not be verified.`;
