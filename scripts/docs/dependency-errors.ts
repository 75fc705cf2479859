import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The page with the reason for every dependency, one table row each. */
const REASONS = "docs/adr/dependencies.md";
const MANIFESTS = ["package.json", "packages/*/package.json"];
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

type Manifest = { [Field in (typeof FIELDS)[number]]?: Record<string, string> };

/** Returns dependencies without a reason, and reasons without a dependency. */
export function dependencyErrors(root: string): string[] {
  const manifests = globSync(MANIFESTS, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  return reasonErrors(
    manifests.map((text): Manifest => JSON.parse(text)),
    readFileSync(join(root, REASONS), "utf8"),
  );
}

/** Pure: takes manifests and the page, and returns messages. Our own workspaces need no reason. */
export function reasonErrors(manifests: readonly Manifest[], page: string): string[] {
  const names = new Set(
    manifests
      .flatMap((manifest) => FIELDS.flatMap((field) => Object.keys(manifest[field] ?? {})))
      .filter((name) => !name.startsWith("@vedette/")),
  );
  const reasons = page.split("\n").flatMap((line) => /^\| `([^`]+)` +\| .+ \|$/.exec(line)?.[1] ?? []);
  const missing = [...names].filter((name) => !reasons.includes(name));
  const unused = reasons.filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `${REASONS} has no row for ${name}: add one with its purpose.`),
    ...unused.map((name) => `${REASONS} has a row for ${name}, which no package.json contains: remove it.`),
  ];
}
