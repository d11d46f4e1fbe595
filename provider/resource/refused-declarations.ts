import * as z from "zod";
import type { Entries } from "../list/entries";
import { argumentsSchema, definedMembers, parseTexts, textsSchema, withoutNotes, type Properties } from "./inputs";

export interface ListDeclaration {
  readonly account: string | undefined;
  readonly appListId: number;
  readonly entries: Entries;
}

/**
 * The declaration of a refused resource: the entries of its last accepted inputs, and the valid ones of the refused inputs. It
 * is still a part of the program, so no other resource of the run may remove them.
 *
 * @param olds the last accepted inputs. Empty if the resource is new.
 * @param isAccount whether the settings have this account. A refused account counts as unchanged.
 */
export function refusedDeclarations(
  olds: Properties,
  news: Properties,
  isAccount: (account: string | undefined) => boolean,
): readonly ListDeclaration[] {
  const [before, now] = [readInputs(olds), readInputs(news)];
  const account = now.account !== null && isAccount(now.account) ? now.account : before.account;
  return [before, { ...now, account, appListId: now.appListId ?? before.appListId }].flatMap((declaration) => {
    const { appListId } = declaration;
    return appListId === undefined
      ? []
      : [{ account: declaration.account ?? undefined, appListId, entries: declaration.entries }];
  });
}

const readableSchema = z.object({
  appListId: argumentsSchema.shape.appListId.optional().catch(undefined),
  /** Null if it cannot be read. */
  account: argumentsSchema.shape.account.nullable().catch(null),
  appBundles: textsSchema.shape.appBundles.catch(undefined),
  placementIds: textsSchema.shape.placementIds.catch(undefined),
  websites: textsSchema.shape.websites.catch(undefined),
});

/** The valid parts of inputs. */
function readInputs(inputs: Properties): {
  readonly appListId?: number | undefined;
  readonly account?: string | null | undefined;
  readonly entries: Entries;
} {
  const { appListId, account, ...texts } = readableSchema.parse(definedMembers(inputs));
  return { appListId, account, entries: withoutNotes(parseTexts(texts).notes) };
}
