import { defineConfig } from "vitest/config";

/** `npm run release-fixture`: writes the fixture of a release, with the servers and builders of the tests. */
export default defineConfig({
  test: {
    include: ["packages/server/test/releases/write-release.ts", "e2e/storage/write-messages.ts"],
    globalSetup: ["packages/server/test/global-setup.ts", "e2e/harness/global-setup.ts"],
    testTimeout: 120_000,
    pool: "forks",
    // The messages go into the folder that the first file makes.
    fileParallelism: false,
  },
});
