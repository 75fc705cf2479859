import { z } from "zod";
import { CHECK_STATUSES } from "../checks/check-results.ts";
import { CHECK_TYPES } from "../checks/check-types.ts";
import {
  cursorSchema,
  idsSchema,
  limitSchema,
  PAGE_LIMIT_MAX,
  sortSchema,
  timestamp,
  wordsSchema,
} from "../common/paging.ts";
import { MONITOR_STATUSES, monitorSchema } from "./monitors.ts";
import { missedChecksSchema } from "./observed/missed-checks.ts";
import { tagSchema } from "./target-fields.ts";

/** The list of monitors and its optional fields. */

/** Number of recent results per monitor in a list: as many as fit into a row as bars. */
export const RECENT_RESULTS = 30;
const MONITOR_INCLUDES = ["uptime", "recent"] as const;

const recentResultSchema = z
  .object({
    checked_at: timestamp,
    location: z.string(),
    status: z.enum(CHECK_STATUSES),
    response_time_ms: z.number().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "RecentResult" });
export type RecentResult = z.output<typeof recentResultSchema>;

export const listedMonitorSchema = monitorSchema
  .extend({
    uptime_24h: z.number().nullable().optional().meta({
      description:
        "With `include=uptime`: percentage of the last 24 hours; null if the monitor was not monitored",
    }),
    observed_24h: z.number().nullable().optional().meta({
      description:
        "With `include=uptime`: percentage of the monitored time of the last 24 hours in which checks took place",
    }),
    p95_24h_ms: z.number().nullable().optional().meta({
      description:
        "With `include=uptime`: accurate to 1 %, since the full hour before the last 24 hours; null if nothing was measured",
    }),
    recent_results: z
      .array(recentResultSchema)
      .optional()
      .meta({ description: `With \`include=recent\`: at most ${RECENT_RESULTS} results, newest first` }),
    recent_missed: z
      .array(missedChecksSchema)
      .optional()
      .meta({
        description: `With \`include=recent\`: the newest missed checks of two days, at most ${RECENT_RESULTS} entries`,
      }),
  })
  .meta({ id: "ListedMonitor" });
export type ListedMonitor = z.output<typeof listedMonitorSchema>;

export const monitorListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: wordsSchema(MONITOR_STATUSES).optional(),
  type: z.enum(CHECK_TYPES).optional(),
  tag: tagSchema.optional(),
  q: z.string().trim().min(1).max(200).optional().meta({ description: "Text in the name, URL or host" }),
  ids: idsSchema.optional().meta({ description: `Comma-separated monitor IDs, at most ${PAGE_LIMIT_MAX}` }),
  include: wordsSchema(MONITOR_INCLUDES).optional().meta({
    description:
      "`uptime` adds `uptime_24h`, `observed_24h` and `p95_24h_ms` to each monitor, `recent` adds `recent_results` and `recent_missed`; `uptime,recent` adds all",
  }),
  org_id: z.string().optional(),
});
export type MonitorListQuery = z.output<typeof monitorListQuery>;
