import { describe, expect, it } from "vitest";
import { appListEntries } from "../../../provider/hosts/dynamic/handler";
import { defaultAccount } from "../../../provider/simulator/index";
import { simulatorForTest } from "../../simulator/simulators";

describe("a resource that was created only in part", () => {
  it("is kept with its entries and with __provider, without which it could not be refreshed or deleted", async () => {
    const simulator = await simulatorForTest({ behaviour: { silentlyDropped: new Set(["com.b"]) } });
    const settings = new Map(Object.entries({ baseUrl: simulator.url, ...defaultAccount }));
    const get = (key: string): string | undefined => settings.get(key.replace("app-list:", ""));
    const config = { get, require: (key: string) => get(key) ?? "" };
    await appListEntries.configure({ config });
    const inputs = { __provider: "exports.handler = __f0;", appListId: 1, appBundles: "com.a\ncom.b\n" };
    const created = appListEntries.create(inputs);
    await expect(created).rejects.toMatchObject({
      id: "1",
      reasons: [expect.stringContaining('"com.b"')],
      properties: { appListId: 1, appBundles: "com.a\n", __provider: inputs.__provider },
    });
  });
});
