import { z } from "zod";
import { instantSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";

/** Settings and statistics of the incidents of an organization, and their inbound webhook. */

export const incidentSettingsSchema = z
  .object({
    resolves_automatically: z.boolean().meta({
      description:
        "Whether an incident that a rule or a webhook opened resolves when all its alerts are resolved and the sender of the webhook says so",
    }),
    inbound_token_created_at: timestamp.nullable().meta({
      description: "When the token of the inbound webhook was created; null without one",
    }),
  })
  .meta({ id: "IncidentSettings" });
export type IncidentSettings = z.output<typeof incidentSettingsSchema>;

export const incidentSettingsUpdate = z
  .strictObject({
    org_id: orgIdField,
    resolves_automatically: z.boolean().optional(),
    inbound_token_created_at: readOnly,
  })
  .meta({ id: "IncidentSettingsUpdate" });

export const inboundTokenSchema = z
  .object({ token: z.string(), url: z.string().meta({ description: "Where products send their webhooks" }) })
  .meta({ id: "IncidentInboundToken" });

export const inboundParams = z.object({ token: z.string() });

/** The body of any product; the server recognizes it by its fields. */
export const inboundBody = z.looseObject({}).meta({
  id: "IncidentInbound",
  description:
    "A webhook of Alertmanager (`version` 4) or Grafana alerting, or {title, status: firing|resolved, dedup_key, severity, description, url}",
});

export const inboundResultSchema = z
  .object({
    result: z.enum(["opened", "repeated", "resolved", "ignored"]),
    number: z.number().nullable().meta({ description: "Number of the incident; null if there is none" }),
  })
  .meta({ id: "IncidentInboundResult" });
export type InboundResult = z.output<typeof inboundResultSchema>;

export const incidentStatsQuery = z.strictObject({
  from: instantSchema.optional().meta({ description: "Default: 30 days before `to`" }),
  to: instantSchema.optional().meta({ description: "Default: now" }),
  org_id: z.string().optional(),
});
export type IncidentStatsQuery = z.output<typeof incidentStatsQuery>;

/**
 * MTTA is the mean of `acknowledged_at − started_at` over the incidents that started in the period and were acknowledged;
 * MTTR that of `resolved_at − started_at` over those that are resolved. `started_at` is the first bad check in the
 * ledger of results, and the other two are the times at which a person or the last recovery did it.
 */
export const incidentStatsSchema = z
  .object({
    from: timestamp,
    to: timestamp,
    incidents: z.number().meta({ description: "Number of incidents that started in the period" }),
    acknowledged: z.number(),
    resolved: z.number(),
    mtta_seconds: z.number().nullable().meta({
      description: "Mean of `acknowledged_at` − `started_at` of the acknowledged ones; null without any",
    }),
    mttr_seconds: z.number().nullable().meta({
      description: "Mean of `resolved_at` − `started_at` of the resolved ones; null without any",
    }),
  })
  .meta({ id: "IncidentStats" });
export type IncidentStats = z.output<typeof incidentStatsSchema>;
