import * as pulumi from "@pulumi/pulumi";
import { Declarations } from "../../resource/declare";
import type { AppListEntriesArgs, DeclaredEntries } from "../program/arguments";
import { perRun } from "../program/program-run";
import { programSettings } from "../program/settings";

const declarations = perRun(() => new Declarations());

/** The problems of a resource with its arguments and with the resources before it; undefined if there are none. */
export function findProblems(
  resource: string,
  args: Partial<AppListEntriesArgs>,
  { listed }: DeclaredEntries,
): pulumi.Output<readonly string[] | undefined> {
  const ofThisRun = declarations();
  return pulumi
    .all([listed, args.appListId, args.account, args.exclusive])
    .apply(([entries, appListId, account, exclusive]) => {
      const names = Object.keys(args);
      const known = { resource, names, listed: entries(), appListId, account, exclusive };
      const problems = ofThisRun.add(programSettings(), known);
      return problems.length === 0 ? undefined : problems;
    });
}
