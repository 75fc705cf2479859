import process from "node:process";
import { defineConfig } from "vitest/config";

/** Pure code: its files share one process each worker, which saves loading the modules again for each file. */
const PURE = [
  "packages/{contract,code,code-files}/**/*.test.ts",
  "packages/dashboard/**/*.test.ts",
  "packages/server/src/platform/{kernel,masking}/**/*.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest gives up after one second, which a busy machine needs for itself.
    expect: { poll: { timeout: 30_000 } },
    // A busy machine of CI gets one more try, which the report names ("retry x1"); by hand a test has to pass at once.
    retry: process.env.CI ? 1 : 0,
    pool: "forks",
    // Three workers on two cores took as long as two, and tests with deadlines failed.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: "node",
          include: ["packages/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [...PURE, "**/node_modules/**"],
          isolate: false,
          globalSetup: ["packages/server/test/global-setup.ts"],
        },
      },
    ],
  },
});
