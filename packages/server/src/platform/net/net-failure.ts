import type { CheckError } from "@vedette/contract/checks/check-errors.ts";

/** Why no connection came about, and the code that the system or the TLS library gave, if any. */
export type NetFailure = { error: CheckError; code: string | null };

/**
 * This machine ran out of something (files, ports, memory). It says nothing about the target, so it
 * is thrown: a check that could not be made is missed, not down.
 */
export class RunnerError extends Error {}

const LOCAL_CODES: ReadonlySet<string> = new Set([
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ENOBUFS",
  "EADDRNOTAVAIL",
  "EAI_MEMORY",
]);

export function toRunnerError(error: NodeJS.ErrnoException): RunnerError | null {
  if (error.code === undefined || !LOCAL_CODES.has(error.code)) return null;
  return new RunnerError(`this machine cannot open another connection: ${error.message}`, {
    cause: error,
  });
}

/** What people may be told of a trouble of ours; null for anything else, which is a bug. */
export function explainProblem(error: unknown): string | null {
  return error instanceof RunnerError ? error.message : null;
}
