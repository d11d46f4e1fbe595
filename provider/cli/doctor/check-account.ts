import { unverified, type CheckResult } from "./check-result";
import { ServiceError } from "../../service/errors";
import type { Settings } from "../../settings/settings";
import { withService } from "../with-service";
import type { Terminal } from "../terminal";

/** Logs in and reads the first page of the campaigns: two requests check the connection, the login and the listing. */
export async function checkAccount(settings: Settings, terminal: Terminal): Promise<readonly CheckResult[]> {
  const connection: CheckResult = { check: "connection", status: "ok", message: `${settings.baseUrl} responds.` };
  const login: CheckResult = { check: "login", status: "ok", message: "The API accepts the credentials." };
  try {
    const message = await withService(settings, terminal, async (service, deadline) => {
      const first = await service.campaigns({ perPage: 1, deadline }).next();
      return first.done === true ? "Campaigns can be listed. The account has none." : "Campaigns can be listed.";
    });
    return [connection, login, { check: "campaigns", status: "ok", message }];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, status, path } = error;
    const campaigns = unverified("campaigns", "whether campaigns can be listed.");
    if (status === undefined) {
      const unknown = unverified("login", "whether the API accepts the credentials.");
      return [{ check: "connection", status: "error", message }, unknown, campaigns];
    }
    if (path.endsWith("/v1/authentication/token")) {
      return [connection, { check: "login", status: "error", message }, campaigns];
    }
    return [connection, login, { check: "campaigns", status: "warning", message, next: withoutCampaigns }];
  }
}

const withoutCampaigns =
  "`getCampaigns` and `app-list campaigns` do not work for this account. Lists can still be managed.";
