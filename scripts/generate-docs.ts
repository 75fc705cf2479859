// npm run docs: generates docs/reference/ from the code. With --check it writes nothing and
// reports outdated files. Both verify handwritten pages: the list of dependencies, links, file names.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { channelsPage } from "./docs/channels-page.ts";
import { configurationPage } from "./docs/configuration-page.ts";
import { dependencyErrors } from "./docs/dependency-errors.ts";
import { errorsPage } from "./docs/errors-page.ts";
import { linkErrors } from "./docs/link-errors.ts";
import { logEventsPage } from "./docs/log-events-page.ts";
import { openApiDocument } from "./docs/openapi-document.ts";

const ROOT = join(import.meta.dirname, "..");

/** Generators of every generated file, by path. */
const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/reference/channels.md": channelsPage,
  "docs/reference/configuration.md": configurationPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/log-events.md": logEventsPage,
  "docs/reference/openapi.json": openApiDocument,
};

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [path, make] of Object.entries(PAGES)) {
  const text = await make();
  if (text === readIfThere(path)) continue;
  if (isCheck) {
    stale.push(`${path} is outdated: run \`npm run docs\` and commit it.`);
    continue;
  }
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  console.log(`wrote ${path}`);
}

const errors = [...stale, ...dependencyErrors(ROOT), ...linkErrors(ROOT)];
for (const error of errors) console.log(error);
if (errors.length > 0) process.exitCode = 1;

/** Returns null for a file that does not exist. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
