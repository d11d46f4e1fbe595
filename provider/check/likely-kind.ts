import type { Kind } from "../list/kinds";

/**
 * Top-level domains of many websites, in lower case. Websites end with one; app bundles start with one, as they are
 * reverse-domain names.
 */
export const topLevels: ReadonlySet<string> = new Set(
  (
    "com net org info biz edu gov ae ar at au be bg br ca ch cl cn co cz de dk ee es eu fi fr gr hk hr hu id ie il in " +
    "is it jp kr lt lu lv ma mx my ng nl no nz pe ph pk pl pt ro rs ru sa se sg si sk th tr tw ua uk us vn za"
  ).split(" "),
);
/** First labels of many app bundles and of hardly any website. */
const bundlePrefixes = new Set(["air", "com"]);

/** The start of a link to an app in a store, with or without its scheme. */
export const storeLink =
  /^(?:https?:\/\/)?(?:(?:play\.google|(?:apps|itunes)\.apple|channelstore\.roku|appgallery\.huawei|www\.samsung)\.com\/|www\.amazon\.)/iu;

/**
 * Guesses the kind of an entry from its form; undefined if entries of several kinds have this form. The guess is for
 * warnings and never decides what is sent.
 *
 * - `20418-rewardedb21c`, `20418-example.com`: a placement ID.
 * - `id1234567890`, `1234567890`, `B0ABCDEFGH`: an app bundle of iOS, of a television or of Amazon.
 * - `https://play.google.com/store/apps/…`: an app bundle, although it is written as a link.
 * - `com.example.app`: an app bundle, as its first label is a top-level domain and its last one is not.
 * - `example.com`, `www.example.de`, `https://…`: a website, as its last label is a top-level domain and its first is
 *   not.
 */
export function likelyKind(entry: string): Kind | undefined {
  if (storeLink.test(entry) && /^(?:https?:\/\/)?[^/]+\/./iu.test(entry)) return "appBundles";
  if (/^https?:\/\/[^\s/]/iu.test(entry)) return "websites";
  if (/^(?:\d+-[^\s./:,]+|\d{5,}-[^\s/:,]+)$/u.test(entry)) return "placementIds";
  if (/^(?:id)?\d{5,}$/iu.test(entry) || /^B0[\dA-Z]{8}$/u.test(entry)) return "appBundles";
  const labels = entry.toLowerCase().split(".");
  const [first = "", last = ""] = [labels[0], labels.at(-1)];
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9_-]+$/u.test(label))) return undefined;
  const endsAsWebsite = topLevels.has(last);
  if (!endsAsWebsite && (bundlePrefixes.has(first) || (labels.length >= 3 && topLevels.has(first))))
    return "appBundles";
  return endsAsWebsite && !topLevels.has(first) && first !== "air" && !entry.includes("_") ? "websites" : undefined;
}

/** Whether a part of a note ends with what may be an entry, even with letters of the note in front of it. */
export function endsAsEntry(part: string): boolean {
  const [, word = ""] = /(?:^|\s|\\n)([\w-]+(?:\.[\w-]+)*)\s*$/u.exec(part) ?? [];
  return word.includes(".") || likelyKind(word) !== undefined;
}
