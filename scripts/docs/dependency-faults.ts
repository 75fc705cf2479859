import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the reason of every dependency stands, one line of a table each. */
const REASONS = "docs/adr/dependencies.md";
const MANIFESTS = ["package.json", "packages/*/package.json"];
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

type Manifest = { [Field in (typeof FIELDS)[number]]?: Record<string, string> };

/** Dependencies without a reason, and reasons without a dependency. */
export function dependencyFaults(root: string): string[] {
  const manifests = globSync(MANIFESTS, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  return reasonFaults(
    manifests.map((text): Manifest => JSON.parse(text)),
    readFileSync(join(root, REASONS), "utf8"),
  );
}

/** Pure: manifests and the page in, sentences out. Workspaces of ours need no reason. */
export function reasonFaults(manifests: readonly Manifest[], page: string): string[] {
  const names = new Set(
    manifests
      .flatMap((manifest) => FIELDS.flatMap((field) => Object.keys(manifest[field] ?? {})))
      .filter((name) => !name.startsWith("@vedette/")),
  );
  const reasons = page.split("\n").flatMap((line) => /^\| `([^`]+)` +\| .+ \|$/.exec(line)?.[1] ?? []);
  const missing = [...names].filter((name) => !reasons.includes(name));
  const left = reasons.filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `${REASONS} has no line for ${name}: write in one what it is for.`),
    ...left.map((name) => `${REASONS} has a line for ${name}, which no package.json names: remove it.`),
  ];
}
