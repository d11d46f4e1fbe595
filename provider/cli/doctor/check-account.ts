import { unverified, type CheckResult } from "./check-result";
import { CampaignListingIncompleteError } from "../../service/campaign-listing";
import type { ServiceClient } from "../../service/client";
import type { Deadline } from "../../service/deadline";
import { ServiceError } from "../../service/errors";
import type { Settings } from "../../settings/settings";
import { withService } from "../with-service";
import type { Terminal } from "../terminal";

/** Logs in and reads the first campaign: this checks the connection, the login and the listing. */
export async function checkAccount(settings: Settings, terminal: Terminal): Promise<readonly CheckResult[]> {
  const connection: CheckResult = { check: "connection", status: "ok", message: `${settings.baseUrl} responds.` };
  const login: CheckResult = { check: "login", status: "ok", message: "The API accepts the credentials." };
  try {
    const message = await withService(settings, terminal, async (service, deadline) => {
      const listed = await countFirst(service, deadline);
      return listed === 0 ? "Campaigns can be listed. The account has none." : "Campaigns can be listed.";
    });
    return [connection, login, { check: "campaigns", status: "ok", message }];
  } catch (error) {
    if (error instanceof CampaignListingIncompleteError) {
      return [
        connection,
        login,
        { check: "campaigns", status: "warning", message: error.message, next: withoutCampaigns },
      ];
    }
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

/** Counts the campaigns of one page. */
async function countFirst(service: ServiceClient, deadline: Deadline): Promise<number> {
  try {
    return (await service.campaigns({ perPage: 1, maxPages: 1, deadline })).length;
  } catch (error) {
    if (error instanceof CampaignListingIncompleteError && error.listed > 0) return error.listed;
    throw error;
  }
}

const withoutCampaigns =
  "`getCampaigns` and `app-list campaigns` do not work for this account. Lists can still be managed.";
