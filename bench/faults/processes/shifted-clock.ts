import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The wall clock of one process, which a script shifts while it runs. Uses Debian's libfaketime. The monotonic clock stays
 * as it is: timers of Node hang if that is set back.
 */
export type ShiftedClock = {
  /** Of the process. */
  readonly env: Record<string, string>;
  /** Seconds that its clock is ahead of that of the machine. */
  shift(seconds: number): void;
};

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

export function shiftedClockMissing(): string | null {
  return existsSync(LIBRARY) ? null : "shifting a clock needs Debian's package faketime";
}

export function createShiftedClock(folder: string, name: string): ShiftedClock {
  const path = join(folder, `${name}.clock`);
  const shift = (seconds: number) => {
    // Renamed, so that no process reads half of it.
    writeFileSync(`${path}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    renameSync(`${path}.new`, path);
  };
  shift(0);
  return {
    shift,
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  };
}
