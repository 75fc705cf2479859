import type { CheckJob } from "@vedette/contract/checks/check-run.ts";

export type TakeJobs = (jobs: readonly CheckJob[]) => void;

/** A series always goes to the same taker while their number stays, so that its spec is known there. */
export function spreadJobs(jobs: readonly CheckJob[], takers: readonly TakeJobs[]): void {
  if (takers.length === 1) {
    takers[0]?.(jobs);
    return;
  }
  takers.forEach((take, index) => {
    // The remainder of a number below zero is below zero, too: those of trials are.
    const share = jobs.filter((job) => Math.abs(job.seriesKey) % takers.length === index);
    if (share.length > 0) take(share);
  });
}
