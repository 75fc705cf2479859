import type { CheckError } from "@vedette/contract/checks/check-errors.ts";

/** Why no connection was established, and the code of the system or the TLS library, if any. */
export type NetFailure = { error: CheckError; code: string | null };

/**
 * This machine ran out of a resource (files, ports, memory). It carries no information about the target, so it is thrown:
 * a check that could not be made is missed, not down.
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

/** Returns the message of an internal error that users may see; null for any other error, which is a bug. */
export function explainProblem(error: unknown): string | null {
  return error instanceof RunnerError ? error.message : null;
}
