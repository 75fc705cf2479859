import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { keptBytesOf } from "@vedette/contract/checks/kept-response.ts";

/** The weight of a report is 1, and 1 more for each of these bytes in its kept response. */
const BYTES_PER_WEIGHT = 1_200;
/** About 600 KB, which is one message also if it does not compress. */
export const CHECK_MESSAGE_WEIGHT_MAX = 500;

export function checkReportWeight({ outcome }: CheckReport): number {
  return 1 + Math.floor(keptBytesOf(outcome) / BYTES_PER_WEIGHT);
}
