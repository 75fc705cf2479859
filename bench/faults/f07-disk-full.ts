import type { Fault } from "./fault.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";
import { runTestFiles } from "./vitest/test-files.ts";

export const fault: Fault = {
  name: "f07",
  what: "a full disk: of the database, of artifacts, of the log",
  run: async (folder) => [
    await runTestFiles(folder, {
      what: "database: each process says that the disk is full, no result is lost, and all goes on when there is room (60 s)",
      files: ["e2e/storage/disk-full"],
      isEndToEnd: true,
    }),
    ...(await runTestClauses(folder, {
      files: [
        "packages/server/src/platform/artifacts/artifact-store.test.ts",
        "packages/server/src/platform/artifacts/disk.test.ts",
        "packages/server/src/engine/checks/browser/evidence/artifacts.test.ts",
        "packages/server/src/platform/kernel/logger.test.ts",
        "packages/server/src/roles/observation/heartbeat.test.ts",
      ],
      clauses: [
        {
          what: "artifacts: the store returns an error value, keeps nothing, and leaves room for the database",
          goal: "no exception",
          tests: [
            "returns an error value for a full disk, and stores nothing",
            "rejects files if the disk has less than the minimum free space",
          ],
        },
        {
          what: "artifacts: the run is kept, with the first reason as artifact_error",
          goal: "later files stored",
          tests: ["files that do not fit on the disk are dropped with the reason, and later ones are tried"],
        },
        {
          what: "log: the service goes on; at most 1 MiB of lines waits for room",
          goal: "exit code 0",
          tests: ["a process goes on while its log cannot be written"],
        },
        {
          what: "database: the outgoing heartbeat is withheld, so that the external service alerts",
          goal: "0 requests",
          tests: ["is withheld during a problem, logs the reason, and resumes afterwards"],
        },
      ],
    })),
  ],
};
