/** A phrase that this project does not use, and the usual one. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly better: string;
}

/**
 * Phrases that the repository avoids, because a reader has to guess what they mean. Only phrases whose sense is certain are
 * here: of an ordinary word that is wrong in one sense, the phrases that have this sense.
 */
export const phrases: readonly Phrase[] = [
  // Counts, spaces and abbreviations.
  {
    pattern: /\b(?:entry|entries|name|file|campaigns?|requests?|notes?) an? (?:line|page|request|list|row|file)\b/iu,
    better: "per line, per page",
  },
  { pattern: /(?<!about:)\bblanks?\b(?! lines?\b)/iu, better: "space, whitespace" },
  { pattern: /(?:\d|\}) %/u, better: "16.7%, without a space" },
  { pattern: /\b(?:app list|the|an|its|another|same|numeric|campaign) ids? (?:of|is|are|to|in)\b/u, better: "ID" },
  // Mistakes, failures and limits.
  { pattern: /\bhardly meant\b|\bslips?\b/iu, better: "a likely mistake" },
  { pattern: /\bwhere it ends\b/iu, better: "limits" },
  { pattern: /\bwhen things fail\b/iu, better: "failures" },
  { pattern: /\bmend(?:s|ed|ing)?\b|\bputs? (?:it |them )?right\b|\bsets? (?:it|them|that) right\b/iu, better: "fix" },
  { pattern: /\b(?:half-way|by half)\b/iu, better: "midway, partly" },
  { pattern: /\bmade up for\b/iu, better: "completed" },
  // What is known.
  { pattern: /\bcertainly not\b|\b(?:not|did) carr(?:y|ied) (?:it )?out\b/iu, better: "had no effect" },
  { pattern: /\bon (?:the|its|their) word\b/iu, better: "assumed present because the API returned success" },
  { pattern: /\bnot seen\b|NotSeen/u, better: "not verified" },
  { pattern: /doubtful|unsettled/iu, better: "unconfirmed" },
  { pattern: /\bis that so\b/iu, better: "verify" },
  // Reading.
  { pattern: /\blook(?:s|ed|ing)? (?:at|into|again|anew|there|first)\b/iu, better: "reads, checks; a probe" },
  { pattern: /\b(?:a|the|fresh|nightly|first|second|its) look\b/iu, better: "a read, a check" },
  // Texts.
  { pattern: /\bsaid\b|(?:Was|Were|Is)Said\b/u, better: "reported, returned" },
  {
    pattern: /\bsays\b|\bsay (?:so|what|which|how|that|why|where|no)\b/iu,
    better: "returns, reports, prints, describes",
  },
  { pattern: /\btells?\b(?! (?:\w+ ){0,3}(?:apart|from)\b)|\btold\b(?! apart)/iu, better: "reports, prints, notifies" },
  { pattern: /\bwarn(?:s|ed)? of\b/iu, better: "warns about, with the actor" },
  { pattern: /\bwithout a word\b|\bin the same words\b/iu, better: "silently; alike" },
  // Owners.
  { pattern: /\bof others\b(?!\))|\bothers'|OfOthers/iu, better: "unmanaged; untrusted" },
  {
    pattern: /\b(?:what|which|that|when) others (?:put|have put|add|added|remove|removed|wrote|write)\b/iu,
    better: "unmanaged",
  },
  { pattern: /foreign(?!Object)/iu, better: "unmanaged, unexpected" },
  { pattern: /\bcomes? to declare\b|\bover as (?:its|their) own\b/iu, better: "becomes the owner" },
  { pattern: /\b(?:wanted|desired) (?:app bundles|list)\b/iu, better: "declared" },
  // Entries, resources and lists do not move by themselves.
  { pattern: /\ba resource that (?:goes|comes|leaves)\b/iu, better: "deleting a resource" },
  {
    pattern:
      /\b(?:entry|entries|lines?|resources?) (?:come and go|come|comes|go|goes)\b(?! (?:to|from|through|into|first|before|in)\b)/iu,
    better: "are added, removed, created, deleted",
  },
  { pattern: /\b(?:leav(?:e|es|ing)|left) the (?:program|list|state)\b/iu, better: "is removed, no longer declared" },
  { pattern: /\bleaves? what is adopted\b/iu, better: "keeps adopted entries" },
  { pattern: /\bstays? away\b|\b(?:come|comes|came) back\b/iu, better: "is not added; is added again" },
  { pattern: /takenAway|\b(?:take|takes|taken|taking|took) (?:it |them )?away\b/iu, better: "removed" },
  { pattern: /\b(?:stands|stood)\b(?!-| (?:for|in for|still)\b)/iu, better: "is" },
  { pattern: /\b(?:can|may|shall|must|to|that|which|entries|lines) stand\b(?! (?:for|in for)\b)/iu, better: "is" },
  { pattern: /\b(?:lists?|states?|files?|stacks?|answers?|responses?) holds?\b/iu, better: "contains" },
  // Conditions.
  {
    pattern:
      /(?:^|[.:;!?] |\/\/ |- |\| )Where (?:it|the|an?|that|this|no|nothing|there|they|somebody|its|both|only|some|all|several)\b[^.:]*, /u,
    better: "if, when",
  },
  // Other paraphrases.
  { pattern: /\berrands?\b/iu, better: "request, purpose" },
  { pattern: /\blet(?:s|ting)? (?:\w+ )?through\b/iu, better: "allows, approves; approval" },
  {
    pattern: /\b(?:an?|short|longer|random) pauses?\b|\bpauses? (?:between|before|of|for|that)\b/iu,
    better: "delay, backoff",
  },
  { pattern: /\b(?:time|day|wait|run|deadline) (?:is|was) over\b/iu, better: "has passed, has ended" },
  { pattern: /\banswers so\b/iu, better: "returns that" },
  { pattern: /\ball the same\b/iu, better: "anyway, still" },
  { pattern: /\banew\b/iu, better: "again" },
  { pattern: /\bfor ever\b/iu, better: "forever, always" },
];

/** Phrases that user-facing prose avoids in addition, but not code, which has a folder of this name. */
export const phrasesOfProse: readonly Phrase[] = [
  { pattern: /\bthe service\b/iu, better: "the API" },
  { pattern: /\bdesired\b/iu, better: "declared" },
];

/** A phrase in a text. */
export interface FoundPhrase {
  /** From 1. */
  readonly line: number;
  readonly phrase: string;
  readonly better: string;
}

/** Finds phrases in a text, also those that continue on the next line, of prose or of a comment. */
export function findPhrases(text: string, avoided: readonly Phrase[]): readonly FoundPhrase[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.flatMap((line, index) => {
    const next = (lines[index + 1] ?? "").replace(/^[\s>]*(?:\*|\/\/|#)?\s*/u, "");
    return avoided.flatMap(({ pattern, better }) => {
      const match = pattern.exec(`${line} ${next}`);
      return match === null || match.index >= line.length ? [] : [{ line: index + 1, phrase: match[0], better }];
    });
  });
}
