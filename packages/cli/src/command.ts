import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Client, connect } from "./client.ts";
import { UsageError } from "./exit-codes.ts";

/** Where a command gets its settings and leaves its output. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>;
  /** Where the program was started. */
  folder: string;
  print(text: string): void;
  /** For people, beside the output. */
  complain(text: string): void;
  /** Standard input. Opened by the command that reads it: an open one can keep the process running. */
  openInput(): AsyncIterable<Uint8Array>;
};

export type Command = {
  /** The words after `vdt`, as they are written. */
  usage: string;
  /** One sentence without its full stop. */
  summary: string;
  /** Does it, and answers the exit code. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
};

const DEFAULT_URL = "http://localhost:8080";

const SHARED_OPTIONS = {
  server: { type: "string" },
  json: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

/** The options of a command and the shared ones; an unknown one is a usage error that shows `usage`. */
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
    // Node's message goes on with advice about '--', which no command of ours needs.
    const [sentence] = error.message.split(". ");
    throw new UsageError(`${sentence?.replace(/\.$/, "")}. Write: vdt ${usage}`);
  }
}

/** The one positional argument that the command takes: the id of a `noun`. */
export function readId(
  positionals: readonly string[],
  { usage, noun }: { usage: string; noun: "monitor" | "journey" | "API monitor" | "run" },
): string {
  const [id, ...more] = positionals;
  if (id === undefined || id === "" || more.length > 0) {
    throw new UsageError(`This command takes the id of one ${noun}. Write: vdt ${usage}`);
  }
  return id;
}

/** For commands that take options only. */
export function assertNoPositionals(positionals: readonly string[], usage: string): void {
  if (positionals.length === 0) return;
  throw new UsageError(`'${positionals.join(" ")}' was not expected. Write: vdt ${usage}`);
}

/**
 * The seconds of `--interval`. Only that they are a number is looked at here; which numbers are allowed is the
 * server's to say.
 */
export function readInterval(text: string | undefined, usage: string): number | undefined {
  if (text === undefined) return undefined;
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(seconds)) return seconds;
  throw new UsageError(`--interval is '${text}', which is no number of seconds. Write: vdt ${usage}`);
}

/** A client with the address and the key of the settings. */
export function clientOf(server: string | undefined, { env }: Terminal): Client {
  const address = server ?? (env.VEDETTE_URL || DEFAULT_URL);
  const from = server === undefined ? "VEDETTE_URL" : "--server";
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new UsageError(`${from} is '${address}', which is no address such as ${DEFAULT_URL}.`);
  }
  const key = env.VEDETTE_API_KEY?.trim() ?? "";
  if (key === "") throw new UsageError("VEDETTE_API_KEY is not set: give it the API key to use.");
  // Anything else cannot stand in a header, so no server could have made it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("VEDETTE_API_KEY is no API key: copy it again.");
  return connect({ url, key });
}
