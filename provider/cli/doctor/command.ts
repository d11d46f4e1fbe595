import { setTimeout as later } from "node:timers/promises";
import { Command } from "commander";
import { z } from "zod";
import { conclude } from "./conclude";
import { confirmScratchList } from "./confirm";
import type { Finding } from "./finding";
import { printConclusion, printFinding } from "./print-finding";
import { printJson } from "../print-json";
import type { MakeCommand } from "../program";
import { settingsOptionsShape, settingsSource, withSettingsOptions } from "../settings/find-settings";
import { OptionsError, parseAppListId, parseOptions, wholeNumber } from "../settings/parse-options";

/** What a test takes the place of. */
export interface DoctorSurroundings {
  /** This machine's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Waits after a failure while a list is restored; the number counts them from 1. */
  readonly pause: (failures: number, signal: AbortSignal) => Promise<void>;
}

const optionsSchema = z.object({
  ...settingsOptionsShape,
  list: z.string().exactOptional(),
  maxRequestSize: wholeNumber(1, 100_000).default(1000),
  yes: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `app-list doctor`: finds out what is wrong, and with a scratch list, what the documentation does not say. */
export const doctorCommand: MakeCommand = makeDoctorCommand({
  now: () => Date.now(),
  pause: async (failures, signal) => {
    await later(1000 * Math.min(8, 2 ** (failures - 1)), undefined, { signal }).catch(() => undefined);
  },
});

/** Makes the command for other surroundings. */
export function makeDoctorCommand({ now, pause }: DoctorSurroundings): MakeCommand {
  return (terminal, end) =>
    withSettingsOptions(
      new Command("doctor")
        .description("Checks settings, connection and account; with a scratch list, what the service does with lists.")
        .option("--list <id>", "a list without campaigns that may be changed for a moment; it is restored")
        .option("--yes", "do not ask before the list is changed")
        .option("--max-request-size <entries>", "the most entries of one request to the list (default: 1000)")
        .option("--json", "print the findings as JSON, at the end"),
    )
      .addHelpText("after", help)
      .action(async (given: unknown) => {
        const options = parseOptions(optionsSchema, given);
        const appListId = options.list === undefined ? undefined : parseAppListId(options.list);
        if (appListId === undefined && options.yes) throw new OptionsError(["--yes is for --list"]);
        const source = await settingsSource(options, terminal);
        if (appListId !== undefined && !options.yes) {
          await confirmScratchList(terminal, appListId, options.maxRequestSize + 10);
        }
        const { examine } = await import("./examine.js");
        const findings: Finding[] = [];
        const { settings, requests } = await examine({
          source,
          account: options.account,
          appListId,
          maxRequestSize: options.maxRequestSize,
          now,
          stop: terminal.stop,
          report: (finding) => {
            findings.push(finding);
            if (!options.json) terminal.write(printFinding(terminal, finding));
          },
          tell: terminal.writeMessage,
          pause,
        });
        const conclusion = conclude(findings, settings, options.stack);
        const { advice, notVerified, exitCode } = conclusion;
        if (options.json) terminal.write(printJson({ findings, advice, notVerified, requests }));
        else terminal.write(printConclusion(terminal, conclusion));
        end(exitCode);
      });
}

const help = `
With --list it adds entries that name nothing that exists (below ".invalid", and placement ids 0-pulumiapplist…), looks
at the answers, and removes them again, also after Ctrl-C and after a failure. Entries of others are not touched. Take an
empty list that no campaign uses. It sends 60 requests at most.

  ✓ fine   ! a finding to settle   ✗ broken   ? not verified

Exit codes: 0 all is fine; 1 something is broken, or the list could not be restored; 2 there is something to settle;
3 something could not be verified.`;
