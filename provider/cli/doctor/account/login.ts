import { ServiceError } from "../../../service/errors";
import type { Api } from "../api";
import type { Finding } from "../finding";

/** A shorter life than this makes long operations log in again and again, in seconds. */
const shortLife = 60;

/** Logs in: are the credentials accepted, and how long does a token live? */
export async function checkLogin(api: Api, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    const { lifeSeconds } = await api.login(signal);
    return [
      { check: "credentials", verdict: "fine", says: "The service accepts the credentials." },
      describeLife(lifeSeconds),
    ];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [{ check: "credentials", verdict: "broken", says: error.message }];
  }
}

function describeLife(lifeSeconds: number): Finding {
  const says = `An access token lives ${lifeSeconds.toLocaleString("en-US")} seconds.`;
  if (lifeSeconds >= shortLife) return { check: "tokenLife", verdict: "fine", says };
  return {
    check: "tokenLife",
    verdict: "finding",
    says,
    next: "This works, with a token call more every so often; ask the operator of the service whether it is meant.",
  };
}
