import { defineConfig } from "vitest/config";

/** The end-to-end tests start real processes, and mostly wait for them: two files at a time fill two cores. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest gives up after one second, which a busy machine needs for itself.
    expect: { poll: { timeout: 30_000 } },
    pool: "forks",
    maxWorkers: 2,
    // On a busy machine of CI one more try, which the report names ("retry x1"); by hand a test has to pass at once.
    retry: process.env.CI ? 1 : 0,
  },
});
