import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than a minute, slowest first. If one started last, the other workers would wait for it. */
const SLOWEST = [
  "e2e/journeys",
  "dashboard/slow-network",
  "e2e/fleet",
  "dashboard/lists",
  "alerts/alerts",
  "dashboard/nothing-lost",
  "dashboard/target-page",
  "dashboard/editors",
  "alerting/alerting",
  "e2e/crash",
  "dashboard/monitors",
  "dashboard/settings",
  "dashboard/wall",
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
    sequence: { sequencer: SlowestFirst },
    // CI machines are busy: one retry, which the report shows ("retry x1"). A local run gets none.
    retry: process.env.CI ? 1 : 0,
  },
});
