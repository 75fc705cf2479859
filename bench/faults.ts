import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Fault } from "./faults/fault.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, writeSection } from "./harness/report.ts";

/*
 * The faults F01 to F20, each a script in bench/faults that causes it and checks what must hold. `npm run bench -- faults
 * f05 f09` runs only these. The outcome of each replaces its rows in bench/README.md, unless `--dry` is given. Faults of
 * whole processes under load are also measured by `scale`. Needs root, and the programs that tests need.
 */

const FOLDER = fileURLToPath(new URL("./faults/", import.meta.url));
/** Of the message of a script that did not run; a server that does not start adds its whole log. */
const REASON_LENGTH_MAX = 300;
const HEADER = ["Fault", "Expected", "Limit", "Measured", "Met", "Load", "Date"];

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
    const rows = makeRows(fault, verdicts);
    console.log(rows.map((row) => row.join(" | ")).join("\n"));
    if (!isDry) writeRows(rows);
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

function makeRows({ name, what }: Fault, verdicts: readonly Verdict[]): string[][] {
  const load = loadavg()[0]?.toFixed(1) ?? "";
  const date = new Date().toISOString().slice(0, 10);
  return verdicts.map((verdict) => [
    `\`${name}\` ${what}`,
    verdict.what,
    verdict.goal,
    verdict.measured,
    verdict.isMet ? "✓" : "✗",
    load,
    date,
  ]);
}

/** Replaces the rows of this fault; the other rows keep their outcomes. */
function writeRows(rows: readonly string[][]): void {
  const name = nameOf(rows[0] ?? []);
  const page = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const section = /<!-- bench:faults -->([\s\S]*)<!-- \/bench:faults -->/.exec(page)?.[1] ?? "";
  const kept = [...section.matchAll(/^\| (`f\d\d[a-z0-9-]*` .*) \|$/gm)]
    .map(([, cells = ""]) => cells.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")))
    .filter((cells) => nameOf(cells) !== name);
  const sorted = [...kept, ...rows].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const markdown = ["## `faults`: what holds when something breaks", machineFacts(), table(HEADER, sorted)];
  writeSection("faults", markdown.join("\n\n"));
}

function nameOf([title = ""]: readonly string[]): string {
  return /^`([^`]+)`/.exec(title)?.[1] ?? "";
}
