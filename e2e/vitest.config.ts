import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first. If one started last, the other workers would wait for it. */
const SLOWEST = [
  "e2e/journeys",
  "e2e/first-start",
  "e2e/fleet",
  "e2e/crash",
  "targets/target-page",
  "dashboard/slow-network",
  "alerting/alerting",
  "dashboard/settings",
  "alerts/alerts",
  "dashboard/monitors",
  "journeys/journeys",
  "dashboard/status-pages",
  "dashboard/import",
  "dashboard/lists",
  "dashboard/nothing-lost",
  "dashboard/api-monitors",
  "storage/disk-full",
  "storage/backup",
  "dashboard/wall",
  "dashboard/first-hour",
  "dashboard/overview",
  "e2e/remote-runner",
  "incidents/incidents",
  "on-call/my-notifications",
  "dashboard/editors",
  "journeys/journey-editor",
  "alerting/mail-recipients",
  "e2e/fairness",
  "e2e/run-crash",
  "e2e/schedule",
  "dashboard/computed-kinds",
  "e2e/broadcast",
  "e2e/credentials",
  "alerting/expiry",
];

/** One after the other, because a worker ends the shared server when it starts another one. */
const sharesServer = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, "utf8").includes("enterSharedVedette");

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const index = SLOWEST.findIndex((name) => file.moduleId.endsWith(`${name}.test.ts`));
      const known = index === -1 ? SLOWEST.length : index;
      if (sharesServer(file)) return SLOWEST.length + known;
      return index === -1 ? 3 * SLOWEST.length : index;
    };
    const sorted = (await super.sort(files)).map((file) => ({ file, rank: rank(file) }));
    return sorted.toSorted((a, b) => a.rank - b.rank).map(({ file }) => file);
  }
}

/** The end-to-end tests start real processes and mostly wait for them, so four files at a time use two cores. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/harness/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    pool: "forks",
    maxWorkers: 4,
    // Files of a worker share its process, which saves loading the modules again for each file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // CI machines are busy: one retry, which the report shows ("retry x1"). A local run gets none.
    retry: process.env.CI ? 1 : 0,
  },
});
