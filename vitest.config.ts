import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["packages/server/test/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest gives up after one second, which a busy machine needs for itself.
    expect: { poll: { timeout: 30_000 } },
    pool: "forks",
    maxWorkers: 2,
  },
});
