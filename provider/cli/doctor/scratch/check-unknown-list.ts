import type { ScratchList } from "./scratch-list";
import { ServiceError } from "../../../service/errors";
import type { Finding } from "../finding";

/** The largest id that fits into 31 bits: no service has issued it, and what is asked of it changes nothing. */
const unknownId = 2_147_483_647;

/** Asks about a list that does not exist: is that answered with 404? */
export async function checkUnknownList(scratch: ScratchList): Promise<readonly Finding[]> {
  const check = "unknownList";
  try {
    await scratch.removeFrom(unknownId, { appBundles: [scratch.entries.one("appBundles", "DEAD")] });
    return [
      {
        check,
        verdict: "finding",
        says: "The service answers about a list that does not exist with success.",
        next: "Check every appListId by hand: a wrong one is not noticed.",
      },
    ];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === undefined) throw error;
    if (error.code === "SERVICE_UNAVAILABLE" || error.code === "RATE_LIMITED") throw error;
    if (error.status === 404) {
      return [{ check, verdict: "fine", says: "A list that does not exist is answered with 404." }];
    }
    return [
      {
        check,
        verdict: "finding",
        says: `A list that does not exist is answered with status ${error.status}, not with 404.`,
        next: "A deleted list stays in the state of its stack: take it out with `pulumi state delete`.",
      },
    ];
  }
}
