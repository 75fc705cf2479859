import type { HourRead } from "./target-replay.ts";

/**
 * Divides a number of results that may be read among the hours of a preview. Half of it is for any time, so that a
 * large outage is read at any time; the other half becomes available evenly, so that some is left for the newest hours.
 */
export class ReadBudget {
  readonly #resultsMax: number;
  readonly #isEnough: boolean;
  #used = 0;

  /** With fewer stored results than `resultsMax`, everything may be read. */
  constructor({ resultsMax, stored }: { resultsMax: number; stored: number }) {
    this.#resultsMax = resultsMax;
    this.#isEnough = stored <= resultsMax;
  }

  /** Splits reads at a point of the period, from 0 to 1. The smallest ones are read, so that most targets are exact. */
  divide(reads: readonly HourRead[], progress: number): { exact: HourRead[]; tooMany: HourRead[] } {
    if (this.#isEnough) return { exact: [...reads], tooMany: [] };
    const available = this.#resultsMax * (0.5 + progress / 2);
    const exact: HourRead[] = [];
    const tooMany: HourRead[] = [];
    for (const read of reads.toSorted((a, b) => a.results - b.results)) {
      const isWithin = this.#used + read.results <= available;
      if (isWithin) this.#used += read.results;
      (isWithin ? exact : tooMany).push(read);
    }
    return { exact, tooMany };
  }
}
