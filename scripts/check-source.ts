// node scripts/check-source.ts: applies the rules in rules/ to the whole checkout.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bannedWords } from "./rules/banned-words.ts";
import { directionViolations } from "./rules/direction-rules.ts";
import { functionViolations } from "./rules/function-rules.ts";
import { layoutViolations } from "./rules/layout-rules.ts";
import { SourceFile } from "./rules/source-file.ts";
import { sourceViolations } from "./rules/source-rules.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["packages", "scripts", "bench", "e2e", "docs", "deploy"];
const SKIPPED = new Set(["node_modules", "dist", "coverage"]);
/** Written by `npm run docs`. */
const GENERATED = /^packages\/dashboard\/src\/api\/schema\.d\.ts$|^docs\/reference\//;
const SOURCE = /\.(ts|tsx|mjs|cjs|js|css|sql)$/;
const PROSE = /\.(ts|tsx|mjs|cjs|md)$/;
/** The test of the rule contains the words as examples. */
const WORD_LIST_TEST = "scripts/rules/banned-words.test.ts";

const paths = [...FOLDERS.flatMap(filesBelow), ...markdownOfRoot()].filter((path) => !GENERATED.test(path));
const files = paths
  .filter((path) => SOURCE.test(path) || PROSE.test(path))
  .map((path) => new SourceFile(path, readFileSync(join(ROOT, path), "utf8")));
const sources = files.filter(({ path }) => SOURCE.test(path));
const violations = [
  ...sources.flatMap(sourceViolations),
  ...sources.flatMap(functionViolations),
  ...sources.flatMap(directionViolations),
  ...layoutViolations(sources),
  ...files.filter(({ path }) => PROSE.test(path) && path !== WORD_LIST_TEST).flatMap(bannedWords),
];
for (const { path, line, rule, remedy } of violations) console.log(`${path}:${line}  ${rule}: ${remedy}`);
if (violations.length > 0) process.exitCode = 1;

/** Returns paths relative to the root, with forward slashes. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return [path];
  });
}

function markdownOfRoot(): string[] {
  return readdirSync(ROOT).filter((name) => name.endsWith(".md"));
}
