import { z } from "zod";
import { cursorSchema, timestamp, wholeNumberOf } from "../common/paging.ts";
import { EVIDENCE_PAGE_DEFAULT, EVIDENCE_PAGE_MAX } from "./bundle-limits.ts";
import { evidenceFactsSchema } from "./evidence-facts.ts";
import { verdictSchema } from "./verdict.ts";

/** Bundles of evidence: what was collected when a target went down, and why it is down. */

/** `down`: the target went down. `manual`: a user asked. */
export const EVIDENCE_REASONS = ["down", "manual"] as const;
export type EvidenceReason = (typeof EVIDENCE_REASONS)[number];

/** Statuses of a target at one location. */
const LOCATION_STATUSES = ["pending", "up", "degraded", "down", "unknown"] as const;

/** What the failed run of an API monitor or a journey stored of its failing step. */
export const evidenceRunSchema = z
  .object({
    failed_run_id: z.string(),
    passed_run_id: z.string().nullable().meta({ description: "The last run that passed at this location" }),
    step_index: z.number().nullable().meta({ description: "Null if the failure is not in a step" }),
    url: z.string().nullable().meta({ description: "URL of the page or the request of the step" }),
    console: z
      .array(z.object({ level: z.enum(["error", "warning"]), text: z.string(), url: z.string().nullable() }))
      .meta({ description: "Errors and warnings of the page during the step; only of journeys" }),
    failed_requests: z
      .array(
        z.object({
          method: z.string(),
          url: z.string(),
          status_code: z.number().nullable(),
          error: z.string().nullable(),
        }),
      )
      .meta({ description: "Requests of the page that failed during the step; only of journeys" }),
    dom: z
      .object({
        html: z.string(),
        is_cut: z.boolean().meta({ description: "Whether it is only the beginning" }),
      })
      .nullable()
      .meta({
        description:
          "Elements of the page after the step failed, as HTML without scripts, styles and typed values; only of the first step that failed in a journey without a script",
      }),
    files: z.array(z.object({ id: z.string(), kind: z.string(), name: z.string() })).meta({
      description: "Screenshots of the step, and trace, video and logs of the run, while they are kept",
    }),
  })
  .meta({ id: "EvidenceRun" });
export type EvidenceRun = z.output<typeof evidenceRunSchema>;

export const evidenceBundleSchema = z
  .object({
    id: z.string(),
    target_id: z.string(),
    at: timestamp.meta({ description: "When it was collected" }),
    reason: z.enum(EVIDENCE_REASONS).meta({
      description: "`down`: the target went down. `manual`: a user asked",
    }),
    changed_at: timestamp
      .nullable()
      .meta({ description: "When the target went down; null if it was not down" }),
    requested_by: z.string().nullable().meta({ description: "Name of the user or API key; null for `down`" }),
    verdict: verdictSchema,
    facts: evidenceFactsSchema,
    locations: z
      .array(z.object({ location: z.string(), status: z.enum(LOCATION_STATUSES), since: timestamp }))
      .meta({ description: "Status of the target at each of its locations when the collection started" }),
    run: evidenceRunSchema.nullable().meta({ description: "Null for monitors" }),
  })
  .meta({ id: "Evidence" });
export type EvidenceBundle = z.output<typeof evidenceBundleSchema>;

export const evidenceListQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[0-9]{1,2}$/, `must be a whole number from 1 to ${EVIDENCE_PAGE_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(EVIDENCE_PAGE_MAX))
    .default(EVIDENCE_PAGE_DEFAULT)
    .meta({ description: `Page size, 1 to ${EVIDENCE_PAGE_MAX}`, ...wholeNumberOf(1, EVIDENCE_PAGE_MAX) }),
  cursor: cursorSchema,
  alert_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Only evidence about the failure of this alert" }),
  org_id: z.string().optional(),
});
export type EvidenceListQuery = z.output<typeof evidenceListQuery>;

export const evidenceParams = z.object({ id: z.string(), evidence_id: z.string() });
