import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { pluginType, takingOver } from "../../../provider/hosts/program/other-host";

it("takes over a resource of the other host, also with another name, and keeps aliases that name a type", () => {
  const urn = "urn:pulumi:dev::app::app-list:index:AppListEntries::blocked";
  const promised = Promise.resolve(urn);
  const output = pulumi.output(urn);
  const aliases = [{ name: "old" }, { type: "a:b:C" }, urn, promised, output];
  expect(takingOver(pluginType, { aliases, protect: true })).toEqual({
    protect: true,
    aliases: [...aliases, { type: pluginType }, { name: "old", type: pluginType }],
  });
  expect(takingOver(pluginType)).toEqual({ aliases: [{ type: pluginType }] });
});
