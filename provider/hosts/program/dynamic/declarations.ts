import * as pulumi from "@pulumi/pulumi";
import { findConflict, type Declaration } from "../../../list/declarations";
import { byKind, type ByKind } from "../../../list/kinds";
import type { ListedEntries } from "../../../list/listed-entries";
import { readAccount, type SettingsSource } from "../../../api/settings";
import { argumentProblems } from "../../../resource/declare";
import { listKey } from "../../../resource/identity";
import type { AppListEntriesArgs, DeclaredEntries } from "../arguments";
import { refusal } from "../resource";
import { perRun, programSettings } from "../run";

/** The arguments of one resource of a program, once they are known. */
export interface ResourceArguments {
  readonly resource: string;
  /** The names of all arguments, also of those that do not exist. */
  readonly names: readonly string[];
  readonly listed: ByKind<ListedEntries>;
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  readonly exclusive: boolean | undefined;
}

/** The resources that one run of a program declares, by account and list: accounts may have different lists of one ID. */
export class Declarations {
  readonly #byList = new Map<string, readonly Declaration[]>();

  /**
   * Adds a resource.
   *
   * @returns all problems: misspelt arguments, refused entries, and conflicts with the resources that were added before.
   */
  add(settings: SettingsSource, { resource, names, listed, appListId, account, exclusive = false }: ResourceArguments) {
    const problems = argumentProblems(names, listed);
    if (appListId === undefined) return problems;
    const declaration = { resource, exclusive, entries: byKind((kind) => listed[kind].entries) };
    const key = listKey({ baseUrl: readAccount(settings, account).baseUrl, account, appListId });
    const others = this.#byList.get(key) ?? [];
    this.#byList.set(key, [...others, declaration]);
    const conflicts = others.flatMap((other) => findConflict(`app list ${appListId}`, other, declaration) ?? []);
    return [...problems, ...conflicts];
  }
}

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
      return refusal(ofThisRun.add(programSettings(), known));
    });
}
