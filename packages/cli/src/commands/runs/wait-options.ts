import { UsageError } from "../../exit-codes.ts";

/** Longer than most runs including retries. */
const TIMEOUT_SECONDS_DEFAULT = 600;
const TIMEOUT_SECONDS_MAX = 86_400;

/** Returns `--timeout` in milliseconds. */
export function readWaitMs(seconds: number = TIMEOUT_SECONDS_DEFAULT): number {
  if (seconds > 0 && seconds <= TIMEOUT_SECONDS_MAX) return seconds * 1_000;
  throw new UsageError(
    `--timeout is ${seconds}, which is not a number of seconds up to ${TIMEOUT_SECONDS_MAX}.`,
  );
}

/** Rejects `--timeout` without `--wait`. */
export function assertWaits({ wait, timeout }: { wait: boolean; timeout: number | undefined }): void {
  if (!wait && timeout !== undefined) throw new UsageError("--timeout requires --wait.");
}
