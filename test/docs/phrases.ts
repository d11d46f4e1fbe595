/** A phrase that this project does not use, and the usual one. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly better: string;
}

/**
 * Phrases that the code, comments and messages avoid, because a reader has to guess what they mean. Only phrases whose
 * sense is certain are here: an ordinary word that is wrong in one sense alone is not.
 */
export const phrases: readonly Phrase[] = [
  {
    pattern: /\b(?:entry|entries|name|file|campaigns?|requests?) an? (?:line|page|request|list)\b/iu,
    better: "per line, per page",
  },
  { pattern: /\bblanks?\b(?! lines?\b)/iu, better: "space, whitespace" },
  { pattern: /(?:\d|\}) %/u, better: "16.7%, without a space" },
  { pattern: /\bapp list id\b|\bthe id of\b/u, better: "ID" },
  { pattern: /\bhardly meant\b/iu, better: "a likely mistake" },
  { pattern: /\bslips?\b/iu, better: "a likely mistake" },
  { pattern: /\bwhere it ends\b/iu, better: "limits" },
  { pattern: /\bcertainly not (?:carried out|sent)\b/iu, better: "had no effect" },
  { pattern: /\bon (?:the|its|their) word\b/iu, better: "assumed present because the API returned success" },
  { pattern: /\bwithout a word\b/iu, better: "silently" },
  { pattern: /\ba resource that goes\b/iu, better: "deleting a resource" },
  { pattern: /\bleaves? what is adopted\b/iu, better: "keeps adopted entries" },
  { pattern: /\bof others\b|\bothers'/iu, better: "unmanaged; untrusted" },
  { pattern: /foreign/iu, better: "unmanaged, unexpected" },
  { pattern: /\bcomes? to declare\b/iu, better: "declares later in this run" },
  { pattern: /\berrands?\b/iu, better: "request, purpose" },
  { pattern: /\bletting \w* ?through\b/iu, better: "approval" },
  { pattern: /\blook(?:s|ed|ing)? at\b|\blook(?:s|ed)? anew\b/iu, better: "reads, checks; a probe" },
  { pattern: /\bnot seen\b|NotSeen/u, better: "not verified" },
  { pattern: /\bsaid\b|(?:Was|Were|Is)Said\b/u, better: "reported, returned" },
  {
    pattern: /\b(?:service|API|program|list|state|answer|response|report|message|engine|preview|it) says\b/u,
    better: "returns, reports, prints, describes",
  },
  { pattern: /\bwarned of\b/iu, better: "warns about, with the actor" },
  { pattern: /takenAway|\b(?:take|takes|taken|taking|took) away\b/iu, better: "removed" },
  { pattern: /doubtful|unsettled/iu, better: "unconfirmed" },
  { pattern: /\bst(?:ands?|ood) in (?:the|a|its|no) (?:list|lists|state)\b/iu, better: "is in the list" },
  { pattern: /\bstays? away\b|\bcomes? back\b/iu, better: "is not added; is added again" },
  { pattern: /\bmend(?:s|ed|ing)?\b|\bputs? (?:it |them )?right\b|\bsets? (?:it|them|that) right\b/iu, better: "fix" },
];
