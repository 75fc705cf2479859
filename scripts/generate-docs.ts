// npm run docs: writes docs/reference/ from the tables of the code. With --check it writes nothing, and
// names what is stale. Both look at what people write: the list of dependencies, links, names of files.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { configurationPage } from "./docs/configuration-page.ts";
import { dependencyFaults } from "./docs/dependency-faults.ts";
import { errorsPage } from "./docs/errors-page.ts";
import { linkFaults } from "./docs/link-faults.ts";
import { openApiDocument } from "./docs/openapi-document.ts";

const ROOT = join(import.meta.dirname, "..");
const REFERENCE = "docs/reference";

/** Every generated file, by its name in docs/reference. */
const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "configuration.md": configurationPage,
  "errors.md": errorsPage,
  "openapi.json": openApiDocument,
};

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, make] of Object.entries(PAGES)) {
  const path = `${REFERENCE}/${name}`;
  const text = await make();
  if (text === readIfThere(path)) continue;
  if (isCheck) {
    stale.push(`${path} is stale: run \`npm run docs\` and commit it.`);
    continue;
  }
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  console.log(`wrote ${path}`);
}

const faults = [...stale, ...dependencyFaults(ROOT), ...linkFaults(ROOT)];
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

/** Null for a file that is not there. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
