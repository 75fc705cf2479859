import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { ALERT_CHANNEL_TYPES } from "../alerts/channels/channel-types.ts";
import { MAINTENANCE_MODES } from "../alerts/maintenance-windows.ts";
import { RULE_TYPES } from "../alerts/rule-conditions.ts";
import { timestamp } from "../common/paging.ts";

/** Who is notified if a target fails: the rules, channels and maintenance windows that cover it. */
export const coverageSchema = z
  .object({
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.enum(RULE_TYPES),
        severity: z.enum(SEVERITIES),
        enabled: z.boolean(),
        channels: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            type: z.enum(ALERT_CHANNEL_TYPES),
            enabled: z.boolean(),
          }),
        ),
        escalation_policy: z
          .object({
            id: z.string(),
            name: z.string(),
            on_call: z.array(z.object({ id: z.string(), name: z.string() })).meta({
              description: "Who the first step of the policy notifies now, at most 20 people",
            }),
          })
          .nullable()
          .meta({ description: "Escalation policy of the rule" }),
      }),
    ),
    maintenance_windows: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        mode: z.enum(MAINTENANCE_MODES),
        active: z.boolean().meta({ description: "Whether the window is in effect now" }),
        next_starts_at: timestamp.nullable(),
      }),
    ),
    is_notified: z.boolean().meta({
      description:
        "Whether an enabled rule with an enabled channel or an escalation policy covers the target",
    }),
  })
  .meta({ id: "TargetCoverage" });
export type TargetCoverage = z.output<typeof coverageSchema>;

export const coverageQuery = z.strictObject({ org_id: z.string().optional() });
