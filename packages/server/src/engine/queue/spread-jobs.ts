import type { CheckJob } from "@vedette/contract/checks/check-run.ts";

export type TakeJobs = (jobs: readonly CheckJob[]) => void;

/**
 * Assigns a series to the same taker while the number of takers stays the same, so its spec stays cached
 * there.
 */
export function spreadJobs(jobs: readonly CheckJob[], takers: readonly TakeJobs[]): void {
  if (takers.length === 1) {
    takers[0]?.(jobs);
    return;
  }
  takers.forEach((take, index) => {
    // The series keys of test runs are negative, and so is their remainder.
    const share = jobs.filter((job) => Math.abs(job.seriesKey) % takers.length === index);
    if (share.length > 0) take(share);
  });
}
