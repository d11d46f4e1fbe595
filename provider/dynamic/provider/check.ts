import type { dynamic } from "@pulumi/pulumi";
import { byKind, countEntries, formatCount, type Entries } from "../../list/kinds";
import { guardRemovals } from "../../list/removal-guard";
import { nameList } from "../../list/summary";
import { parseInputs, printTexts, withoutNothing, type Declared } from "../inputs";

type Raw = Readonly<Record<string, unknown>>;

/** What other resources of the run declare for a list. */
export type DeclaredElsewhere = (account: string | undefined, appListId: number) => Entries;

/** What a check found: the inputs for the engine, and what is declared where all of it is known. */
export interface Checked {
  readonly result: dynamic.CheckResult<Raw>;
  readonly declared?: Declared;
}

/** Most problems that are shown; after them only their number. */
const mostShown = 20;

/**
 * Checks a resource's inputs, before anything is sent and also in a preview.
 *
 * @param olds the inputs of the last update or refresh; empty where the resource is new.
 * @param news the inputs of the program.
 * @param declaredElsewhere what other resources of the run declare for a list, as far as the engine has shown them.
 */
export function checkInputs(olds: Raw, news: Raw, declaredElsewhere: DeclaredElsewhere): Checked {
  const parsed = parseInputs(news);
  switch (parsed.outcome) {
    case "refused":
      return { result: { inputs: news, failures: [failureOf(parsed.problems)] } };
    case "incomplete":
      return { result: { inputs: withoutNothing({ ...news, refused: undefined }) } };
    case "declared": {
      const { declared } = parsed;
      const refusal = guardAgainst(olds, declared, declaredElsewhere(declared.account, declared.appListId));
      return {
        result: {
          inputs: withoutNothing({ ...declared.given, ...printTexts(declared.notes) }),
          ...(refusal !== undefined && { failures: [{ property: "", reason: refusal }] }),
        },
        ...(refusal === undefined && { declared }),
      };
    }
  }
}

/**
 * One failure for all problems. It names no property to the engine, which would print that property's whole value: ten
 * thousand lines for a long list.
 */
function failureOf(problems: readonly string[]): dynamic.CheckFailure {
  const shown = problems.slice(0, mostShown);
  const more = problems.length - shown.length;
  const lines = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  const [only] = lines;
  return { property: "", reason: lines.length === 1 && only !== undefined ? only : `\n  ${lines.join("\n  ")}` };
}

/** The removal guard as far as it can judge without looking at the list: by what was declared before. */
function guardAgainst(olds: Raw, declared: Declared, declaredElsewhere: Entries): string | undefined {
  const before = Object.keys(olds).length === 0 ? undefined : parseInputs(olds);
  if (before?.outcome !== "declared") return undefined;
  const old = before.declared;
  // Another list or account is a replacement, and the preview says so.
  if (old.appListId !== declared.appListId || old.account !== declared.account) return undefined;
  // The old inputs of an exclusive resource name entries of others too, after a refresh; those stay from now on.
  if (old.exclusive && !declared.exclusive) return undefined;
  const dropped = byKind((kind) =>
    old.entries[kind].difference(declared.entries[kind]).difference(declaredElsewhere[kind]),
  );
  const verdict = guardRemovals(countEntries(dropped), countEntries(old.entries), declared.removalLimit);
  if (verdict.outcome === "allowed") return undefined;
  return (
    `${nameList(declared.appListId, undefined)}: this change ${verdict.reason}. Nothing was changed. ${verdict.remedy} ` +
    "(If entries move to another resource of the program, declare that one first.)"
  );
}
