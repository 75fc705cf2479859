import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than a minute, slowest first. Started late, one of them would keep a single worker busy at the end. */
const SLOWEST = [
  "e2e/journeys",
  "dashboard/slow-network",
  "e2e/fleet",
  "dashboard/lists",
  "dashboard/alerts",
  "dashboard/nothing-lost",
  "dashboard/target-page",
  "dashboard/editors",
  "e2e/alerting",
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

/** The end-to-end tests start real processes, and mostly wait for them: three files at a time fill two cores. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/harness/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest gives up after one second, which a busy machine needs for itself.
    expect: { poll: { timeout: 30_000 } },
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // On a busy machine of CI one more try, which the report names ("retry x1"); by hand a test has to pass at once.
    retry: process.env.CI ? 1 : 0,
  },
});
