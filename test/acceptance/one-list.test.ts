import { expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { blocked, testbed } from "./testbed";

// test/resource/histories/accounts.txt has all that an account is, and what it is not, without an engine.

const list = 4321;
const twenty = numbered(20);
const europe = { account: "europe" };

it.each(oneOrAllHosts(pluginHost))(
  "another account reads the list once, changes nothing, and is put back without a request, with $name",
  async (host) => {
    const { project, simulator, requests, appBundles, report } = await testbed({ program: blocked(twenty), host });
    project.configure({ secret: { accounts: JSON.stringify({ europe: defaultAccount }) } });
    succeeded(await project.up());
    simulator.edit(list, { remove: { appBundles: twenty.slice(0, 1) } });
    project.declare(blocked(twenty, europe));
    expect((await report()).output).toContain("arguments: account");
    simulator.addFault({ on: { appListId: list }, effect: "before", answer: { kind: "status", status: 404 } });
    expect(failed(await project.up()).text).toContain("take the other account back");
    simulator.clearFaults();
    requests();
    project.declare(blocked(twenty));
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    project.declare(blocked(twenty, europe));
    succeeded(await project.up());
    // A drift is not repaired.
    expect([requests(), appBundles()]).toEqual([["token 200", "remove 200"], twenty.slice(1)]);
    succeeded(await project.up("--expect-no-changes"));
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  },
);
