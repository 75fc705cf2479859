import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Fault } from "./faults/fault.ts";
import { formatOutcome, writeOutcome } from "./faults/outcomes.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import type { Verdict } from "./harness/report.ts";

/*
 * The faults F01 to F20, each a script in bench/faults that causes it and checks what must hold. `npm run bench -- faults
 * f05 f09` runs only these. The outcome of each replaces its section in bench/faults.md, unless `--dry` is given. Faults of
 * whole processes under load are also measured by `scale`. Needs root, and the programs that tests need.
 */

const FOLDER = fileURLToPath(new URL("./faults/", import.meta.url));
/** Of the message of a script that did not run; a server that does not start adds its whole log. */
const REASON_LENGTH_MAX = 300;

const faults = await loadFaults();
const wanted = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isDry = process.argv.includes("--dry");
const unknown = wanted.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(", ")}. Use one of ${faults.map(({ name }) => name).join(", ")}.`);
}

const parent = makeBenchFolder();
let isEachMet = true;
try {
  for (const fault of faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const verdicts = await runFault(fault);
    isEachMet &&= verdicts.every(({ isMet }) => isMet);
    const outcome = formatOutcome(fault, verdicts);
    console.log(outcome);
    if (!isDry) writeOutcome(fault, outcome);
  }
} finally {
  rmSync(parent, { recursive: true, force: true });
}
process.exit(isEachMet ? 0 : 1);

/** Each file that starts with a number of a fault exports a constant `fault`. */
async function loadFaults(): Promise<Fault[]> {
  const files = readdirSync(FOLDER).filter(
    (file) => /^f\d\d.*\.ts$/.test(file) && !file.endsWith(".test.ts"),
  );
  const modules = files.toSorted().map(async (file): Promise<{ fault: Fault }> => import(join(FOLDER, file)));
  return (await Promise.all(modules)).map(({ fault }) => fault);
}

async function runFault(fault: Fault): Promise<Verdict[]> {
  const missing = fault.missing?.() ?? null;
  if (missing !== null) return [notRun(missing)];
  const folder = join(parent, fault.name);
  mkdirSync(folder, { mode: 0o711 });
  try {
    return await fault.run(folder);
  } catch (error) {
    console.error(error);
    return [notRun(error instanceof Error ? error.message : String(error))];
  }
}

function notRun(reason: string): Verdict {
  return {
    what: "the script ends",
    goal: "–",
    measured: `not run: ${reason.replaceAll(/\s+/g, " ").slice(0, REASON_LENGTH_MAX)}`,
    isMet: false,
  };
}
