import type { Finding } from "../finding";

/** A difference up to this is no matter, in seconds. */
const tolerance = 60;

/**
 * Compares this machine's clock with the service's.
 *
 * @param date the Date header of an answer; undefined where there is none.
 * @param now this machine's time, in milliseconds since 1970.
 */
export function checkClock(date: string | undefined, now: number): Finding {
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) {
    return { check: "clock", verdict: "notVerified", says: "The service does not say what time it is." };
  }
  const ahead = Math.round((now - theirs) / 1000);
  if (Math.abs(ahead) <= tolerance) {
    return { check: "clock", verdict: "fine", says: "The clock of this machine agrees with the service's." };
  }
  const seconds = Math.abs(ahead).toLocaleString("en-US");
  return {
    check: "clock",
    verdict: "finding",
    says: `The clock of this machine is ${seconds} seconds ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
    next: "Set the clock: certificates and the last days of entries (until …) depend on it.",
  };
}
