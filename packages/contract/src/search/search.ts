import { z } from "zod";
import { page } from "../common/envelope.ts";
import { wholeNumberOf } from "../common/paging.ts";

/** The search over everything in an organization that has a name. */

export const SEARCH_TYPES = [
  "monitor",
  "api_monitor",
  "journey",
  "heartbeat",
  "alert",
  "incident",
  "group",
  "slo",
  "alert_rule",
  "alert_channel",
  "maintenance_window",
  "variable",
  "member",
  "view",
  "status_page",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

const SEARCH_TEXT_MAX = 100;
const RESULTS_MAX = 20;

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1).max(SEARCH_TEXT_MAX).meta({
    description: "Words of the name, URL, tags or email in any order, or letters of the name in their order",
  }),
  limit: z
    .string()
    .regex(/^[0-9]{1,2}$/, `must be a whole number from 1 to ${RESULTS_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(RESULTS_MAX))
    .default(8)
    .meta({ description: `Results of each type, 1 to ${RESULTS_MAX}`, ...wholeNumberOf(1, RESULTS_MAX) }),
  org_id: z.string().optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const searchResultSchema = z
  .object({
    type: z.enum(SEARCH_TYPES),
    id: z.string(),
    name: z.string(),
    detail: z.string().nullable().meta({
      description:
        "URL of a monitor, target of an alert, number of an incident, objective of an SLO, email of a member, list of a saved view, slug of a status page",
    }),
    status: z.string().nullable().meta({
      description:
        "Status of a target, severity of an alert, `met`, `missed` or `no_data` of an SLO, `enabled` or `disabled` of a rule or channel, `active` or `inactive` of a maintenance window, `published` or `draft` of a status page; null for other types",
    }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.output<typeof searchResultSchema>;

/** The best matches only, so that there is one page. */
export const searchPage = page(searchResultSchema);
