import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { machineFacts, type Verdict, verdictTable, writeSection } from "../harness/report.ts";
import type { Fault } from "./fault.ts";

/* The page with the outcome of each fault. A run replaces the section of its fault; the others keep theirs. */

const PAGE = fileURLToPath(new URL("../faults.md", import.meta.url));

/** The section of a fault, in Markdown. The load is that at the end of the script. */
export function formatOutcome({ name, what }: Fault, verdicts: readonly Verdict[]): string {
  const load = loadavg()[0]?.toFixed(1) ?? "";
  const facts = `Load average ${load}; ${new Date().toISOString().slice(0, 10)}`;
  return [`### \`${name}\` ${what}`, facts, verdictTable(verdicts)].join("\n\n");
}

export function writeOutcome({ name }: Fault, outcome: string): void {
  const page = readFileSync(PAGE, "utf8");
  const written = /<!-- bench:faults -->([\s\S]*)<!-- \/bench:faults -->/.exec(page)?.[1] ?? "";
  const kept = written
    .split(/^(?=### )/m)
    .filter((section) => section.startsWith("### ") && nameOf(section) !== name)
    .map((section) => section.trim());
  const sections = [...kept, outcome].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  writeSection("faults", [machineFacts(), ...sections].join("\n\n"), PAGE);
}

function nameOf(section: string): string {
  return /^### `([^`]+)`/.exec(section)?.[1] ?? "";
}
