import type { CheckJob } from "@vedette/contract/checks/check-run.ts";

export type ConsumeJobs = (jobs: readonly CheckJob[]) => void;

/**
 * Assigns a series to the same taker while the number of takers stays the same, so its spec stays cached
 * there.
 */
export function spreadJobs(jobs: readonly CheckJob[], consumers: readonly ConsumeJobs[]): void {
  if (consumers.length === 1) {
    consumers[0]?.(jobs);
    return;
  }
  consumers.forEach((take, index) => {
    // The series keys of test runs are negative, and so is their remainder.
    const share = jobs.filter((job) => Math.abs(job.seriesKey) % consumers.length === index);
    if (share.length > 0) take(share);
  });
}
