import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first. If one started last, the other workers would wait for it. */
const SLOWEST = [
  "e2e/journeys",
  "e2e/fleet",
  "dashboard/lists",
  "e2e/first-start",
  "dashboard/slow-network",
  "e2e/crash",
  "alerting/alerting",
  "alerts/alerts",
  "dashboard/target-page",
  "journeys/journeys",
  "dashboard/nothing-lost",
  "e2e/code-pipeline",
  "dashboard/settings",
  "dashboard/editors",
  "dashboard/api-monitors",
  "dashboard/status-pages",
  "dashboard/first-hour",
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return index === -1 ? SLOWEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
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
