/** How a report is written as text. */
export interface TextOptions {
  /** Gives a text a meaning that a terminal shows, such as a colour. */
  readonly style: (style: TextStyle, text: string) => string;
  /** How many characters fit on a line; longer lines of entries are cut. Default: no limit. */
  readonly columns?: number;
  /** Whether everything is shown, however long. Default: the most important few hundred lines, at most about 1,250. */
  readonly all?: boolean;
}

/** What a part of the text is. */
export type TextStyle = "added" | "removed" | "warning" | "quiet" | "strong";

/** How much is shown. */
export interface Limits {
  /** Entries, over all lists. */
  readonly entries: number;
  /** Resources that change, and those that do not. */
  readonly changed: number;
  readonly unchanged: number;
  /** Sentences under one heading, and the lines that they may take. */
  readonly sentences: number;
  readonly lines: number;
  /** Remarks on one resource. */
  readonly remarks: number;
  /** Characters of a sentence, and of an entry or its note. */
  readonly sentence: number;
  readonly entry: number;
}

/** How much is shown unless everything is asked for: a few hundred lines. */
export const usualLimits: Limits = {
  entries: 200,
  changed: 25,
  unchanged: 10,
  sentences: 20,
  lines: 40,
  remarks: 4,
  sentence: 3000,
  entry: 500,
};

/** Everything. */
export const noLimits: Limits = {
  entries: Number.POSITIVE_INFINITY,
  changed: Number.POSITIVE_INFINITY,
  unchanged: Number.POSITIVE_INFINITY,
  sentences: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  remarks: Number.POSITIVE_INFINITY,
  sentence: Number.POSITIVE_INFINITY,
  entry: Number.POSITIVE_INFINITY,
};

/** How texts are laid out: the options and the limits that follow from them. */
export interface Layout extends Pick<TextOptions, "style" | "columns"> {
  readonly limits: Limits;
}
