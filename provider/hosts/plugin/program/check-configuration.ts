import * as pulumi from "@pulumi/pulumi";
import { perRun } from "../../program/program-run";
import { checkConfigurationOnce, warnAboutPlainText } from "../../program/settings";
import { warnAboutMissingPlugin } from "./find-plugin";

/** Warns, once in a run, about likely mistakes in the configuration. The plugin warns about unknown settings itself. */
const checked = perRun(async () => {
  checkConfigurationOnce(warnAboutPlainText);
  await warnAboutMissingPlugin();
});

/** An input that Pulumi sends after the warnings: if it does not find the plugin, it ends at once. */
export function afterWarnings<Value>(input: pulumi.Input<Value>): pulumi.Output<pulumi.Unwrap<Value>> {
  return pulumi.all([input, checked()]).apply(([value]) => value);
}
