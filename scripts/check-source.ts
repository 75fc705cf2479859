// node scripts/check-source.ts: the rules of source-rules.ts over the whole checkout.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFaults } from "./source-rules.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["packages", "scripts", "bench", "e2e"];
const SKIPPED = new Set(["node_modules", "dist", "coverage"]);
/** Written by `npm run docs`. */
const GENERATED = new Set(["packages/dashboard/src/api/schema.d.ts"]);
const SOURCE = /\.(ts|tsx|mjs|cjs|js|css|sql)$/;

const faults = FOLDERS.flatMap((folder) => sourceFiles(folder)).flatMap((path) =>
  sourceFaults(path, readFileSync(join(ROOT, path), "utf8")),
);
for (const { path, line, rule, remedy } of faults) console.log(`${path}:${line}  ${rule}: ${remedy}`);
if (faults.length > 0) process.exitCode = 1;

/** Paths from the root, with forward slashes. */
function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(path);
    return SOURCE.test(entry.name) && !GENERATED.has(path) ? [path] : [];
  });
}
