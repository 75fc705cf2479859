import { UsageError } from "../../exit-codes.ts";

/** Longer than most runs including retries. */
const TIMEOUT_SECONDS_DEFAULT = 600;
const TIMEOUT_SECONDS_MAX = 86_400;

/** Returns `--timeout` in milliseconds. */
export function readWaitMs(text: string | undefined, usage: string): number {
  const seconds = text === undefined ? TIMEOUT_SECONDS_DEFAULT : Number(text.trim() || "no number");
  if (seconds > 0 && seconds <= TIMEOUT_SECONDS_MAX) return seconds * 1_000;
  throw new UsageError(`--timeout is '${text}', which is not a number of seconds. Usage: vdt ${usage}`);
}

/** Rejects `--timeout` without `--wait`. */
export function assertWaits(values: { wait?: boolean; timeout?: string }, usage: string): void {
  if (values.wait !== true && values.timeout !== undefined) {
    throw new UsageError(`--timeout requires --wait. Usage: vdt ${usage}`);
  }
}
