import { z } from "zod";
import { EVIDENCE_TEXT_MAX } from "./evidence-limits.ts";

/** Fields that facts share. Facts come from runners, so every text and number has a maximum. */

export const evidenceText = z.string().max(EVIDENCE_TEXT_MAX);
/** Milliseconds, at most a day. */
export const evidenceDuration = z.number().min(0).max(86_400_000);

/** What failed, with a code of the operating system, of TLS or of Vedette. */
export const evidenceErrorSchema = z
  .object({ code: z.string().max(60), message: evidenceText })
  .meta({ id: "EvidenceError" });
export type EvidenceError = z.output<typeof evidenceErrorSchema>;
