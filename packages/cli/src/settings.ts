import type { ConnectionSettings } from "./connection.ts";
import { UsageError } from "./exit-codes.ts";
import { type Environment, readProfile } from "./profiles/profile-file.ts";

export const DEFAULT_URL = "http://localhost:8080";

/** The options that select the server. */
export type GlobalOptions = { server: string | undefined; profile: string | undefined };

/** Returns the URL of the server: of `--server`, of VEDETTE_URL, of the profile, or that of this machine. */
export function readServer({ server, profile }: GlobalOptions, env: Environment): URL {
  if (server !== undefined) return parseServer(server, "--server");
  if (env.VEDETTE_URL) return parseServer(env.VEDETTE_URL, "VEDETTE_URL");
  const stored = readProfile(profile, env);
  return stored === null ? new URL(DEFAULT_URL) : parseServer(stored.server, `The profile '${stored.name}'`);
}

/** Returns the URL and the key: of VEDETTE_API_KEY, or of the profile if it has the same server. */
export function readConnectionSettings(globals: GlobalOptions, env: Environment): ConnectionSettings {
  const url = readServer(globals, env);
  const key = env.VEDETTE_API_KEY?.trim() ?? "";
  if (key !== "") return { url, key: assertKey(key, "VEDETTE_API_KEY") };
  const stored = readProfile(globals.profile, env);
  if (stored === null)
    throw new UsageError(
      "There is no API key: VEDETTE_API_KEY is not set, and there is no profile. Run 'vdt login', or set VEDETTE_API_KEY.",
    );
  // The key of one server must not reach another one.
  if (new URL(stored.server).href !== url.href)
    throw new UsageError(
      `The profile '${stored.name}' is of ${stored.server}, not of ${url.href}. Set VEDETTE_API_KEY, or log in there.`,
    );
  return { url, key: assertKey(stored.key, `the key of the profile '${stored.name}'`) };
}

/** Whether there is a key, so that a request to the API is possible. */
export function hasKey({ profile }: GlobalOptions, env: Environment): boolean {
  return Boolean(env.VEDETTE_API_KEY?.trim()) || readProfile(profile, env) !== null;
}

/** Parses the URL of a server; `from` names where it was read from. */
export function parseServer(text: string, from: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`${from} is '${text}', which is not a URL such as ${DEFAULT_URL}.`);
}

/** Rejects characters that are not allowed in a header, so they cannot be part of a key. */
export function assertKey(key: string, from: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError(`${from} is not an API key: copy it again.`);
}
