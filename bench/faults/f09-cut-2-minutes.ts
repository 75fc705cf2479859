import { namespaceMissing } from "../scale/namespace.ts";
import type { Fault } from "./fault.ts";
import { cutPrivateRunners } from "./private-runners/cut-private-runners.ts";
import { runTestFiles } from "./vitest/test-files.ts";

export const fault: Fault = {
  name: "f09",
  what: "private runners cut off from their server for 2 minutes, over HTTP and over HTTPS",
  missing: namespaceMissing,
  run: async (folder) => [
    ...(await cutPrivateRunners(folder, { seconds: 120, subnet: 109 })),
    await runTestFiles(folder, {
      // docs/adr/0100-reports-to-the-holder.md sets these limits; no check starts during the cut.
      what: "reports beyond the size, or beyond 24 h (not 10 minutes), are dropped, counted and logged",
      files: [
        "packages/server/src/engine/remote/outbox",
        "packages/server/src/api/resources/runners/runners.test",
      ],
    }),
  ],
};
