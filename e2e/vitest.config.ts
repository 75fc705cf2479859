import { defineConfig } from "vitest/config";

/** The end-to-end tests start real processes: one file at a time, so that they do not slow each other down. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    fileParallelism: false,
    // On a busy machine of CI one more try, which the report names ("retry x1"); by hand a test has to pass at once.
    retry: process.env.CI ? 1 : 0,
  },
});
