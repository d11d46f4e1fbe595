import * as pulumi from "@pulumi/pulumi";
import type { Campaign } from "../../../api/campaign";
import { printNotice } from "../../../resource/notice";
import { Run } from "../../../resource/run";
import { perRun, programSettings, toRunError } from "../run";

/** One run for all calls, so that refused credentials are sent only once: many failed logins can lock an account. */
const run = perRun(() => new Run(programSettings(), (notice) => void pulumi.log.info(printNotice(notice))));

/** @throws {pulumi.RunError} as getCampaigns does. */
export async function readCampaigns(account?: string, perPage?: number): Promise<readonly Campaign[]> {
  try {
    const { api } = await run().connect(account);
    return await api.campaigns(perPage);
  } catch (error) {
    throw toRunError(error);
  }
}
