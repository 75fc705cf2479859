import { defineConfig } from "vitest/config";

/** `npm run release-fixture`: writes the fixture of a release, with the servers and builders of the tests. */
export default defineConfig({
  test: {
    include: ["packages/server/test/releases/write-release.ts"],
    globalSetup: ["packages/server/test/global-setup.ts"],
    testTimeout: 120_000,
    pool: "forks",
  },
});
