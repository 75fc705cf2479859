import { expect, test } from "vitest";

type Facts = {
  tag: string;
  head: string;
  tagged: string | null;
  changes: string;
  versions: Record<string, string>;
};

// Plain JavaScript, like the script; the type is declared here.
const MODULE = "./release-errors.mjs";
const { releaseErrors }: { releaseErrors(facts: Facts): string[] } = await import(MODULE);

const RELEASE = {
  ...{ tag: "v1.2.0", head: "a1", tagged: "a1", changes: "" },
  versions: { "package.json": "1.2.0", "packages/cli/package.json": "1.2.0" },
};

test("a tagged commit without changes may be released", () => {
  expect(releaseErrors(RELEASE)).toEqual([]);
});

test.each<[Partial<Facts>, string]>([
  [{ tag: "v1.3.0" }, "The tag v1.3.0 is not that of version 1.2.0"],
  [{ tag: "1.2.0" }, "tag the commit v1.2.0"],
  [{ tagged: null }, "There is no tag v1.2.0"],
  [{ tagged: "b2" }, "run `git checkout v1.2.0`"],
  [{ changes: " M README.md\n" }, "not committed: commit or remove them.\n M README.md"],
  [
    { versions: { "package.json": "1.2.0", "packages/cli/package.json": "1.1.0" } },
    "packages/cli/package.json has version 1.1.0",
  ],
])("%j is refused with one reason", (change, reason) => {
  expect(releaseErrors({ ...RELEASE, ...change })).toEqual([expect.stringContaining(reason)]);
});
