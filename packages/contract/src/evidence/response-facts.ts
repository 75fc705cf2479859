import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { evidenceDuration, evidenceErrorSchema, evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_BODY_MAX, EVIDENCE_HEADER_VALUE_MAX, EVIDENCE_HEADERS_MAX } from "./evidence-limits.ts";

/** One HTTP response, with secrets masked. Redirects are never followed for it. */

export const responseFactsSchema = z
  .object({
    at: timestamp.max(40).nullable().meta({ description: "Null for a response of this collection" }),
    address: evidenceText.nullable(),
    status_code: z.number().int().min(0).max(999).nullable().meta({ description: "Null without a response" }),
    headers: z
      .record(z.string().max(256), z.string().max(EVIDENCE_HEADER_VALUE_MAX))
      .refine((record) => Object.keys(record).length <= EVIDENCE_HEADERS_MAX, "has too many headers"),
    body: z
      .string()
      .max(EVIDENCE_BODY_MAX)
      .nullable()
      .meta({ description: "The first 64 KiB; null if it is empty, binary or not kept" }),
    is_body_cut: z.boolean(),
    body_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .meta({ description: "Hash of `body`, also if it is left out because another response has the same" }),
    body_bytes: z.number().int().min(0).nullable().meta({ description: "Size of the complete body" }),
    ttfb_ms: evidenceDuration.nullable().meta({ description: "From the request to the first byte" }),
    download_ms: evidenceDuration.nullable(),
    error: evidenceErrorSchema.nullable(),
  })
  .meta({ id: "EvidenceResponse" });
export type ResponseFacts = z.output<typeof responseFactsSchema>;
