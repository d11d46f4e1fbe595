// Prints what Pulumi stores in `__provider` of an AppListEntries, as the package makes it in a user's program.
// It runs in a process of its own, since Pulumi reads functions back from the running code, which a test runner rewrites.
import pulumi from "@pulumi/pulumi";
import { AppListEntries } from "pulumi-app-list";

await pulumi.runtime.setMocks({
  newResource: ({ inputs }) => {
    if ("__provider" in inputs) process.stdout.write(inputs.__provider);
    return { id: "4321", state: inputs };
  },
  call: ({ inputs }) => inputs,
});

const resource = new AppListEntries("blocked-apps", { appListId: 4321, appBundles: ["com.example.app"] });
void resource;
