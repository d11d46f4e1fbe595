import { kinds, type ByKind, type Kind } from "../list/kinds";

/** A column of a table, by its name. */
export interface Column {
  /** Ignored: in parentheses, such as "(Country)". Unread: a name that is not known, or none. */
  readonly role: "entry" | "note" | "expires" | "ignored" | "unread";
  /** The kind of a column of entries. */
  readonly kind?: Kind | undefined;
  /** The store in the name of a column of app bundles, such as "iOS App ID". */
  readonly store?: "android" | "ios" | undefined;
}

const store = "(?:android|google(?:play)?|ios|apple)?";
const bundle = "(?:(?:app)?bundle(?:id)?|bundleidentifier|appid|package(?:name)?|(?:app)?storeid)s?";

/** The names of columns of entries, as {@link normalize} returns them. One of app bundles may also name its store. */
const entryNames: ByKind<RegExp> = {
  appBundles: new RegExp(`^${store}${bundle}${store}$`, "u"),
  placementIds: /^placement(?:id)?s?$/u,
  websites: /^(?:(?:web)?site|domain)s?$/u,
};

const expiryNames =
  /^(?:expires?|expires(?:on|at)|expiry(?:date)?|expiration(?:date)?|until|valid(?:until|till|to)|enddate|endson)$/u;

/** The words of names of notes, such as "App title" and "Comments / Notes". */
const noteWords = /^(?:app|(?:app)?names?|titles?|notes?|comments?|reasons?|remarks?)$/u;

export function findColumn(name: string): Column {
  if (/^\([^()]+\)$/u.test(name)) return { role: "ignored" };
  const words = name
    .replace(/[()[\]]/gu, "")
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean);
  const isNote = words.length > 0 && words.every((word) => noteWords.test(word.toLowerCase()));
  const known = normalize(name);
  const kind = kinds.find((each) => entryNames[each].test(known));
  if (kind === "appBundles") return { role: "entry", kind, store: storeIn(known) };
  if (kind !== undefined || /^entr(?:y|ies)$/u.test(known)) return { role: "entry", kind };
  return { role: expiryNames.test(known) ? "expires" : isNote ? "note" : "unread" };
}

function storeIn(name: string): Column["store"] {
  if (/ios|apple/u.test(name)) return "ios";
  return /android|google/u.test(name) ? "android" : undefined;
}

/** A name without letter case, separators and brackets: names that differ only in these are equal. */
export function normalize(name: string): string {
  // It looks back, so that a run of colons inside a name takes a linear time.
  const start = name.replace(/(?<![:*\s])[:*\s]+$/u, "");
  return start.replaceAll(/[\s_\-()[\]]+/gu, "").toLowerCase();
}
