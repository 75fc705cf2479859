import type { RunKind } from "@vedette/contract/runs/run-job.ts";

/**
 * The names of all streams, subjects and buckets in NATS. A location contains no dot, asterisk or space, so
 * it is one token of a subject as it is.
 */
export type Names = ReturnType<typeof namesOf>;

export function namesOf(prefix: string) {
  return {
    streams: {
      checks: `${prefix}-checks`,
      runs: `${prefix}-runs`,
      reports: `${prefix}-reports`,
      runReports: `${prefix}-run-reports`,
    },
    presenceBucket: `${prefix}-runners`,
    checks: (location: string) => `${prefix}.checks.${location}`,
    runs: (location: string, kind: RunKind | "*") => `${prefix}.runs.${location}.${kind}`,
    testCheckJobs: (location: string) => `${prefix}.check-tests.${location}`,
    testRunJobs: (location: string, kind: RunKind) => `${prefix}.run-tests.${location}.${kind}`,
    /** Steps of one test run, by the number of its request. */
    testRunSteps: (number: number) => `${prefix}.run-steps.${number}`,
    reports: (shard: number | "*") => `${prefix}.reports.${shard}`,
    /** Check reports for one scheduler, by the token that it announces. No stream. */
    holderReports: (inbox: string) => `${prefix}.holder-reports.${inbox}`,
    runReports: `${prefix}.run-reports`,
    events: `${prefix}.events`,
    stops: `${prefix}.stops`,
    watches: `${prefix}.watches`,
  };
}
