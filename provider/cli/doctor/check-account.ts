import { result, unverified, type CheckResult } from "./check-result";
import { CampaignListingIncompleteError } from "../../service/campaign-listing";
import type { ServiceClient } from "../../service/client";
import type { Deadline } from "../../service/deadline";
import { ServiceError } from "../../service/errors";
import type { Settings } from "../../settings/settings";
import { withService } from "../with-service";
import type { Terminal } from "../terminal";

/** Logs in and reads the first campaign: this checks the connection, the login and the listing. */
export async function checkAccount(settings: Settings, terminal: Terminal): Promise<readonly CheckResult[]> {
  const connection = result("ok", "connection", `${settings.baseUrl} responds.`);
  const login = result("ok", "login", "The API accepts the credentials.");
  try {
    const listed = await withService(settings, terminal, countFirst);
    const message = `Campaigns can be listed.${listed === 0 ? " The account has none." : ""}`;
    return [connection, login, result("ok", "campaigns", message)];
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof CampaignListingIncompleteError)) throw error;
    const { message } = error;
    const campaigns = unverified("campaigns", "whether campaigns can be listed.");
    if (error instanceof ServiceError && error.status === undefined) {
      const unknown = unverified("login", "whether the API accepts the credentials.");
      return [result("error", "connection", message), unknown, campaigns];
    }
    if (error instanceof ServiceError && error.path.endsWith("/v1/authentication/token")) {
      return [connection, result("error", "login", message), campaigns];
    }
    return [connection, login, result("warning", "campaigns", message, withoutCampaigns)];
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
