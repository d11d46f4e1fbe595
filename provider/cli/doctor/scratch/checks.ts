import { checkAddition } from "./check-addition";
import { checkAbsentRemovals } from "./check-absent-removals";
import { checkCopies } from "./check-copies";
import { checkEmptyList } from "./check-empty-list";
import { checkLetterCase } from "./check-letter-case";
import { checkOrder } from "./check-order";
import { checkRequestSize } from "./check-request-size";
import { checkUnknownList } from "./check-unknown-list";
import type { ScratchList } from "./scratch-list";
import type { Finding } from "../finding";

/** One thing to find out with a scratch list. What it adds it may leave there: the list is restored at the end. */
export interface ScratchCheck {
  /** A stable name; findings of the check have it, or one of their own. */
  readonly name: string;
  readonly run: (scratch: ScratchList) => Promise<readonly Finding[]>;
}

/** The checks in their order: the last one takes everything out again. */
export function scratchChecks(maxRequestSize: number): readonly ScratchCheck[] {
  return [
    { name: "addition", run: checkAddition },
    { name: "letterCase", run: checkLetterCase },
    { name: "copies", run: checkCopies },
    { name: "absentRemovals", run: checkAbsentRemovals },
    { name: "order", run: checkOrder },
    { name: "requestSize", run: (scratch) => checkRequestSize(scratch, maxRequestSize) },
    { name: "unknownList", run: checkUnknownList },
    { name: "emptyList", run: checkEmptyList },
  ];
}
