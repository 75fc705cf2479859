import { z } from "zod";
import { evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_VANTAGES_MAX } from "./evidence-limits.ts";
import { responseFactsSchema } from "./response-facts.ts";
import { vantageFactsSchema } from "./vantage-facts.ts";

/** Everything that was collected about a failure. The verdict is computed from this and from nothing else. */

/** The failing step of a run, from what the run stored. */
export const evidenceStepSchema = z
  .object({
    index: z.number().int().min(0).max(999),
    name: evidenceText,
    action: z.string().max(50),
    code: z.string().max(60).nullable(),
    message: evidenceText.nullable(),
    is_browser: z.boolean().meta({ description: "The step runs in a browser" }),
  })
  .meta({ id: "EvidenceStep" });
export type EvidenceStep = z.output<typeof evidenceStepSchema>;

/**
 * Why a location collected nothing. `no_runner`: none is online. `no_report`: its runner did not report in time.
 * `old_runner`: its runner has a version that does not collect. `invalid_report`: its report was rejected.
 */
export const NOT_COLLECTED_REASONS = ["no_runner", "no_report", "old_runner", "invalid_report"] as const;
export type NotCollectedReason = (typeof NOT_COLLECTED_REASONS)[number];

const notCollectedSchema = z
  .object({ location: z.string().max(200), reason: z.enum(NOT_COLLECTED_REASONS) })
  .meta({ id: "EvidenceNotCollected" });
export type NotCollected = z.output<typeof notCollectedSchema>;

export const evidenceFactsSchema = z
  .object({
    target: z.object({
      host: evidenceText.nullable().meta({ description: "Null if the target has no host" }),
      port: z.number().int().min(0).max(65_535).nullable(),
      kind: z.string().max(50).meta({ description: "Type of the check that was made, such as `url`" }),
      step: evidenceStepSchema.nullable().meta({ description: "The failing step of a run" }),
    }),
    vantages: z.array(vantageFactsSchema).max(EVIDENCE_VANTAGES_MAX).meta({
      description: "One entry for each location that collected; the one that saw the failure first",
    }),
    not_collected: z
      .array(notCollectedSchema)
      .max(EVIDENCE_VANTAGES_MAX)
      .meta({
        description:
          "Locations that collected nothing, and why: `no_runner`: none is online; `no_report`: its runner did not report " +
          "in time; `old_runner`: its runner has a version that does not collect; `invalid_report`: its report was rejected",
      }),
    last_good: responseFactsSchema
      .nullable()
      .meta({ description: "The last response of a check that passed" }),
    first_bad: responseFactsSchema.nullable().meta({ description: "The first response of the failure" }),
  })
  .meta({ id: "EvidenceFacts" });
export type EvidenceFacts = z.output<typeof evidenceFactsSchema>;
