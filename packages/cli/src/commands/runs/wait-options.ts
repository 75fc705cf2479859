import { UsageError } from "../../exit-codes.ts";

/** Longer than most runs with their retries. */
const TIMEOUT_SECONDS_DEFAULT = 600;
const TIMEOUT_SECONDS_MAX = 86_400;

/** The milliseconds of `--timeout`. */
export function readWaitMs(text: string | undefined, usage: string): number {
  const seconds = text === undefined ? TIMEOUT_SECONDS_DEFAULT : Number(text.trim() || "no number");
  if (seconds > 0 && seconds <= TIMEOUT_SECONDS_MAX) return seconds * 1_000;
  throw new UsageError(`--timeout is '${text}', which is no number of seconds. Write: vdt ${usage}`);
}

/** `--timeout` says how long `--wait` waits. */
export function assertWaits(values: { wait?: boolean; timeout?: string }, usage: string): void {
  if (values.wait !== true && values.timeout !== undefined) {
    throw new UsageError(`--timeout needs --wait. Write: vdt ${usage}`);
  }
}
