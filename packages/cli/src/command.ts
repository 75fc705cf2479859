import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { BadgeClient } from "./badge-client.ts";
import { Client } from "./client.ts";
import type { ConnectionSettings } from "./connection.ts";
import { UsageError } from "./exit-codes.ts";
import { IncidentClient } from "./incident-client.ts";
import { StatusPageClient } from "./status-page-client.ts";

/** The environment of a command: settings, input and output. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  folder: string;
  print(text: string): void;
  /** Prints a message for users to standard error. */
  complain(text: string): void;
  /** Opens standard input. Called only by commands that read it, because an open stream keeps the process running. */
  openInput(): AsyncIterable<Uint8Array>;
};

export type Command = {
  /** The words after `vdt`, as typed. */
  usage: string;
  /** One sentence without a full stop. */
  summary: string;
  /** Executes the command and returns the exit code. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
};

const DEFAULT_URL = "http://localhost:8080";

const SHARED_OPTIONS = {
  server: { type: "string" },
  json: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Parses the options of a command and the shared ones; an unknown option is a usage error that shows `usage`. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, usage }: { options: Options; usage: string },
) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...SHARED_OPTIONS, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message continues with advice about '--', which none of our commands requires.
    const [sentence] = error.message.split(". ");
    throw new UsageError(`${sentence?.replace(/\.$/, "")}. Usage: vdt ${usage}`);
  }
}

/** Returns the only positional argument of the command: the ID of a `noun`. */
export function readId(
  positionals: readonly string[],
  {
    usage,
    noun,
  }: {
    usage: string;
    noun:
      | "monitor"
      | "journey"
      | "API monitor"
      | "heartbeat"
      | "run"
      | "group"
      | "deleted target"
      | "target"
      | "view"
      | "status page"
      | "incident";
  },
): string {
  const [id, ...more] = positionals;
  if (id === undefined || id === "" || more.length > 0) {
    throw new UsageError(`This command requires the ID of one ${noun}. Usage: vdt ${usage}`);
  }
  return id;
}

/** For commands that accept options only. */
export function assertNoPositionals(positionals: readonly string[], usage: string): void {
  if (positionals.length === 0) return;
  throw new UsageError(`'${positionals.join(" ")}' is not expected. Usage: vdt ${usage}`);
}

/**
 * Returns the seconds of `--interval`. Only verifies that it is a number; the server validates the range.
 */
export function readInterval(text: string | undefined, usage: string): number | undefined {
  if (text === undefined) return undefined;
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(seconds)) return seconds;
  throw new UsageError(`--interval is '${text}', which is not a number of seconds. Usage: vdt ${usage}`);
}

export function statusPagesOf(server: string | undefined, terminal: Terminal): StatusPageClient {
  return new StatusPageClient(settingsOf(server, terminal));
}

export function badgesOf(server: string | undefined, terminal: Terminal): BadgeClient {
  return new BadgeClient(settingsOf(server, terminal));
}

export function incidentsOf(server: string | undefined, terminal: Terminal): IncidentClient {
  return new IncidentClient(settingsOf(server, terminal));
}

/** Returns the URL of the server. */
export function serverOf(server: string | undefined, { env }: Terminal): URL {
  const text = server ?? (env.VEDETTE_URL || DEFAULT_URL);
  const from = server === undefined ? "VEDETTE_URL" : "--server";
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new UsageError(`${from} is '${text}', which is not a URL such as ${DEFAULT_URL}.`);
  }
  return url;
}

/** Creates a client with the URL and the key of the settings. */
export function clientOf(server: string | undefined, terminal: Terminal): Client {
  return new Client(settingsOf(server, terminal));
}

function settingsOf(server: string | undefined, terminal: Terminal): ConnectionSettings {
  const url = serverOf(server, terminal);
  const key = terminal.env.VEDETTE_API_KEY?.trim() ?? "";
  if (key === "") throw new UsageError("VEDETTE_API_KEY is not set: set it to an API key.");
  // Other characters are not allowed in a header, so they cannot be part of a key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("VEDETTE_API_KEY is not an API key: copy it again.");
  return { url, key };
}
