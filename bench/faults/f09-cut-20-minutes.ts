import { namespaceMissing } from "../scale/namespace.ts";
import type { Fault } from "./fault.ts";
import { cutPrivateRunners } from "./private-runners/cut-private-runners.ts";

/** Takes 22 minutes. */
export const fault: Fault = {
  name: "f09-20",
  what: "private runners cut off from their server for 20 minutes, over HTTP and over HTTPS",
  missing: namespaceMissing,
  run: (folder) => cutPrivateRunners(folder, { seconds: 1_200, subnet: 120 }),
};
