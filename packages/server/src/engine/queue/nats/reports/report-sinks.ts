import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { withoutKept } from "@vedette/contract/checks/kept-response.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import { checkName } from "../job-consumer.ts";
import { compressed } from "../wire.ts";
import { CHECK_MESSAGE_WEIGHT_MAX, checkReportWeight } from "./check-report-weight.ts";
import { createReportSink } from "./report-sink.ts";

/** Check reports that wait for NATS: about 60 MB, or ten minutes at 80 checks a second. */
const CHECK_REPORTS_MAX = 50_000;
const CHECK_REPORTS_PER_MESSAGE_MAX = 50;
const RUN_REPORT_BYTES_MAX = 50 * 1_048_576;

/** A run report that was encoded on arrival, and the name of its work, or null if the attempt continues. */
type EncodedRunReport = { name: string | null; bytes: Buffer };
export type ReportSinks = ReturnType<typeof createReportSinks>;

/** The sinks in which reports wait for NATS: many check reports in a message, one run report in a message. */
export function createReportSinks({
  onSafe,
  ...common
}: {
  link: NatsLink;
  clock: Clock;
  log: Logger;
  onSafe: (works: { checks?: readonly string[]; runs?: readonly string[] }) => void;
}) {
  return {
    checks: createReportSink<CheckReport>({
      ...common,
      what: "check reports",
      batchMax: CHECK_REPORTS_PER_MESSAGE_MAX,
      weightMax: CHECK_REPORTS_MAX,
      weigh: checkReportWeight,
      batchWeightMax: CHECK_MESSAGE_WEIGHT_MAX,
      encode: compressed,
      shrink: withoutKept,
      onAccepted: (accepted) => onSafe({ checks: accepted.map(checkName) }),
    }),
    runs: createReportSink<EncodedRunReport>({
      ...common,
      what: "run reports",
      batchMax: 1,
      weightMax: RUN_REPORT_BYTES_MAX,
      weigh: ({ bytes }) => bytes.length,
      encode: ([report]) => report?.bytes ?? Buffer.alloc(0),
      onAccepted: (accepted) => onSafe({ runs: accepted.flatMap(({ name }) => name ?? []) }),
    }),
  };
}
