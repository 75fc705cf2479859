import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { toSeconds } from "@vedette/contract/code/durations.ts";
import { parse } from "yaml";
import { CodeClient } from "../../code/code-client.ts";
import type { CommandInput, OptionSpecs } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printable } from "../../command-line/printable.ts";
import { type Discovery, describeSummary, discoverAlways, discoverOnce } from "../../discover/discover.ts";
import type { MonitorFields, Source } from "../../discover/discovered.ts";
import { seenFile } from "../../discover/seen-file.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { untilStopped } from "./until-stopped.ts";

/** What the commands of discovery share, for every source. */

export const DISCOVER_OPTIONS = {
  once: { type: "boolean", summary: "Make one pass" },
  watch: { type: "boolean", summary: "Make passes until the command is stopped" },
  every: { type: "string", value: "DURATION", summary: "Time between two passes (default: 15s)" },
  name: { type: "string", value: "NAME", summary: "Name of the project after 'discovered:'" },
  "gone-for": {
    type: "string",
    value: "DURATION",
    summary: "How long something must be gone before its monitor is deleted (default: 10m)",
  },
  defaults: { type: "string", value: "FILE", summary: "YAML with fields that every monitor gets" },
  state: { type: "string", value: "FILE", summary: "Where the times of the last sight are kept" },
} as const satisfies OptionSpecs;

type Options = CommandInput<Record<never, never>, typeof DISCOVER_OPTIONS>["options"];

const EVERY_SECONDS_MIN = 1;

/** Runs a command of discovery and returns its exit code. */
export async function runDiscovery(
  source: Source,
  options: Options,
  context: CommandContext,
): Promise<number> {
  if (options.once === options.watch)
    throw new UsageError("Set --once for one pass, or --watch for a service.");
  const everyMs = 1_000 * readDuration(options.every ?? "15s", { name: "every", min: EVERY_SECONDS_MIN });
  const discovery = await discoveryOf(source, options, context);
  if (options.once) {
    const summary = await discoverOnce(discovery);
    await context.write(summary, () => describeSummary(summary));
    return EXIT.ok;
  }
  await untilStopped((signal) => discoverAlways(discovery, { everyMs, signal }));
  return EXIT.ok;
}

async function discoveryOf(source: Source, options: Options, context: CommandContext): Promise<Discovery> {
  const name = options.name ?? source.name;
  const goneForSeconds = readDuration(options["gone-for"] ?? "10m", { name: "gone-for", min: 0 });
  const state = options.state ? resolve(context.folder, options.state) : statePath(context.env, name);
  return {
    source,
    client: new CodeClient(context.settings()),
    project: `discovered:${name}`,
    defaults: options.defaults ? await readDefaults(resolve(context.folder, options.defaults)) : {},
    goneForMs: goneForSeconds * 1_000,
    memory: seenFile(state),
    print: (line) => context.print(printable(line)),
    complain: (line) => context.complain(printable(line)),
    now: Date.now,
  };
}

function readDuration(text: string, { name, min }: { name: string; min: number }): number {
  const seconds = toSeconds(/^\d+$/.test(text) ? `${text}s` : text);
  if (typeof seconds === "number" && seconds >= min) return seconds;
  throw new UsageError(`--${name} must be a duration such as 30s, 5m or 1h, and at least ${min} s.`);
}

function statePath(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const folder = env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state");
  return join(folder, "vedette", `discover-${encodeURIComponent(name)}.json`);
}

async function readDefaults(path: string): Promise<MonitorFields> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const value: unknown = parseYaml(path, text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${path} must have fields of a monitor, such as 'interval: 30s'.`);
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new UsageError(
      `${path} is not valid YAML: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
