import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { hosts } from "../laws/hosts/index";
import { testHistories } from "./history";

const folder = join(import.meta.dirname, "histories");

describe.each(readdirSync(folder))("%s", (file) => {
  testHistories(join(folder, file), file === "both-hosts.txt" ? hosts : undefined);
});
