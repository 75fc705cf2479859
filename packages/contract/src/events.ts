import { z } from "zod";
import { checkResultSchema } from "./check-results.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { timestamp } from "./paging.ts";

/** `data` of the server-sent event `monitor.status`. */
export const monitorStatusEvent = z.object({
  monitor_id: z.string(),
  name: z.string(),
  status: z.enum(MONITOR_STATUSES),
  previous_status: z.enum(MONITOR_STATUSES),
  at: timestamp,
});

/** `data` of the server-sent event `check.result`. */
export const checkResultEvent = checkResultSchema;

export type LiveEvent =
  | { type: "check.result"; orgId: string; data: z.output<typeof checkResultEvent> }
  | { type: "monitor.status"; orgId: string; data: z.output<typeof monitorStatusEvent> };
