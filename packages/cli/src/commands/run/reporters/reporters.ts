import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { CommandContext } from "../../../command-line/command-context.ts";
import { UsageError } from "../../../exit-codes.ts";
import type { Outcome } from "../outcome.ts";
import { githubReporter } from "./github-reporter.ts";
import { jsonReporter } from "./json-reporter.ts";
import { junitReporter } from "./junit-reporter.ts";
import { listReporter } from "./list-reporter.ts";
import type { Report, Reporter } from "./reporter.ts";
import { tapReporter } from "./tap-reporter.ts";

const REPORTERS = {
  list: listReporter,
  junit: junitReporter,
  github: githubReporter,
  json: jsonReporter,
  tap: tapReporter,
} as const satisfies Record<string, Reporter>;

type Name = keyof typeof REPORTERS;
/** A parser reads these to their end, so standard output has only one of them. */
const DOCUMENTS: readonly Name[] = ["junit", "json", "tap"];

export type Reporting = {
  report(outcome: Outcome): void;
  end(report: Report): Promise<void>;
};

type Destination = { reporter: Reporter; file: string | null; write(text: string): void };

/**
 * Opens the reporters of `--reporter list,junit=out.xml`. One with a file writes to it. If a document goes to standard
 * output, the lines of `list` and `github` go to standard error.
 */
export async function openReporters(specs: readonly string[], context: CommandContext): Promise<Reporting> {
  const parsed = specs.flatMap((spec) => spec.split(",")).map(parseSpec);
  const printed = parsed.filter(({ name, file }) => file === null && DOCUMENTS.includes(name));
  if (printed.length > 1)
    throw new UsageError(
      `Only one of ${DOCUMENTS.join(", ")} can be printed; write the others to files, as in junit=out.xml.`,
    );
  const destinations = parsed.map(({ name, file }): Destination => {
    const isPrinted = DOCUMENTS.includes(name) || printed.length === 0;
    return { reporter: REPORTERS[name], file, write: isPrinted ? context.print : context.complain };
  });
  for (const { file } of destinations) if (file !== null) await write(file, "", context);
  return reportingTo(destinations, context);
}

function reportingTo(destinations: readonly Destination[], context: CommandContext): Reporting {
  const lines = new Map<Destination, string[]>();
  return {
    report(outcome) {
      for (const destination of destinations) {
        const line = destination.reporter.line(outcome);
        if (line === null) continue;
        if (destination.file === null) destination.write(line);
        else lines.set(destination, [...(lines.get(destination) ?? []), line]);
      }
    },
    async end(report) {
      for (const destination of destinations) {
        const end = destination.reporter.end(report);
        const { file } = destination;
        const all = [...(lines.get(destination) ?? []), end].filter((text) => text !== "");
        if (file !== null) await write(file, all.map((text) => `${text}\n`).join(""), context);
        else if (end !== "") destination.write(end);
      }
    },
  };
}

function parseSpec(spec: string): { name: Name; file: string | null } {
  const [word = "", ...rest] = spec.split("=");
  const file = rest.length === 0 ? null : rest.join("=");
  const name = (Object.keys(REPORTERS) as Name[]).find((one) => one === word);
  if (name !== undefined && file !== "") return { name, file };
  throw new UsageError(
    `--reporter is '${spec}', and must be ${Object.keys(REPORTERS).join(", ")}, each with =FILE if it is not printed.`,
  );
}

async function write(file: string, text: string, { folder }: CommandContext): Promise<void> {
  const path = resolve(folder, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`${file} cannot be written (${code}).`);
  }
}
