import { z } from "zod";
import { SELECTOR_GROUPS_MAX } from "../targets/selector-limits.ts";
import { tagSchema } from "../targets/target-fields.ts";

/** The targets that `GET /api/v1/metrics` returns, and by which names. */

export const METRIC_NAMES = ["blackbox", "kuma", "gatus"] as const;
export type MetricNames = (typeof METRIC_NAMES)[number];

const TAGS_MAX = 20;

/** Texts separated by commas, or the parameter several times. */
const list = (item: z.ZodType<string, string>, max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(item).min(1).max(max))
    .optional();

export const targetMetricsQuery = z.strictObject({
  tag: list(tagSchema, TAGS_MAX).meta({
    description: "Only targets with at least one of these tags, separated by commas",
  }),
  group: list(z.string().max(64), SELECTOR_GROUPS_MAX).meta({
    description: "Only targets of these groups and of groups nested in them: IDs, separated by commas",
  }),
  compat: z.enum(METRIC_NAMES).optional().meta({
    description:
      "Use the names of another tool, for its dashboards: the blackbox exporter, Uptime Kuma or Gatus. Default: the names of Vedette",
  }),
  histograms: z.enum(["true", "false"]).optional().meta({
    description: "`false` leaves out histograms, which are a third of the samples",
  }),
  org_id: z.string().optional(),
});
export type TargetMetricsQuery = z.output<typeof targetMetricsQuery>;
