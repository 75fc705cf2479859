import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import { Connection, type ConnectionSettings } from "../connection.ts";
import type { FileToSend } from "./collect-files.ts";

/** Node's fetch waits at most 300 s for the first byte of a response, which cannot be configured. */
const IMPORT_TIMEOUT_MS = 290_000;

export type ImportRequest = {
  files: readonly FileToSend[];
  env: Readonly<Record<string, string>>;
  isDryRun: boolean;
  withHistory: boolean;
  isPaused: boolean;
};

/** Sends files of another monitoring tool. Blobs are read from disk while they are sent. */
export async function sendImport(
  settings: ConnectionSettings,
  kind: ImportKind,
  { files, env, isDryRun, withHistory, isPaused }: ImportRequest,
): Promise<ImportResult> {
  const form = new FormData();
  form.append("dry_run", String(isDryRun));
  if (withHistory) form.append("history", "true");
  if (isPaused) form.append("enabled", "false");
  if (Object.keys(env).length > 0) form.append("env", JSON.stringify(env));
  for (const { path, content } of files) form.append("file", content, path);
  const request = { method: "POST", path: `import/${kind}`, form, timeoutMs: IMPORT_TIMEOUT_MS } as const;
  return (await new Connection(settings).send<ImportResult>(request)).data;
}
