import type { RunnerReports } from "@vedette/contract/runners/runner-protocol.ts";

/** A report of a runner on its way to the server. */
export type OutgoingReport =
  | {
      kind: "check";
      report: RunnerReports["checks"][number];
      isUrgent?: boolean;
      /** Its requester waits for seconds only, so it is never stored. */
      isTest?: boolean;
    }
  | { kind: "run"; report: RunnerReports["runs"][number] };
