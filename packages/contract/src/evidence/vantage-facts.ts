import { z } from "zod";
import { ASSERTION_TYPES } from "../assertions/assertion-rules.ts";
import { CHECK_ERROR_CODES, CHECK_PHASES, TLS_REASONS } from "../checks/check-errors.ts";
import { CHECK_STATUSES } from "../checks/check-results.ts";
import { timestamp } from "../common/paging.ts";
import { addressFactsSchema } from "./address-facts.ts";
import { dnsFactsSchema } from "./dns-facts.ts";
import { evidenceDuration, evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_ADDRESSES_MAX } from "./evidence-limits.ts";
import { pathFactsSchema } from "./path-facts.ts";
import { responseFactsSchema } from "./response-facts.ts";

/** What one runner found. Parts that were not collected, or not in time, are null and listed in `incomplete`. */

export const EVIDENCE_PARTS = ["check", "dns", "addresses", "path", "canaries"] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

/** `not_configured`: the runner has no canaries, so it cannot test whether its own network works. */
export const CANARY_STATES = ["responding", "silent", "not_configured"] as const;
export type CanaryState = (typeof CANARY_STATES)[number];

export const checkFactsSchema = z
  .object({
    status: z.enum(CHECK_STATUSES),
    error: z
      .object({
        code: z.enum(CHECK_ERROR_CODES),
        phase: z.enum(CHECK_PHASES),
        message: evidenceText,
        reason: z.enum(TLS_REASONS).nullable(),
      })
      .nullable(),
    failed_assertion: z.enum(ASSERTION_TYPES).nullable().meta({ description: "What the first one is about" }),
    response_ms: evidenceDuration.nullable(),
    address: evidenceText.nullable(),
    response: responseFactsSchema.nullable().meta({ description: "Null without an HTTP response" }),
  })
  .meta({ id: "EvidenceCheck" });
export type CheckFacts = z.output<typeof checkFactsSchema>;

/** What a runner returns. The server adds the location and the time: the clock of a runner may be wrong. */
export const collectedFactsSchema = z.object({
  duration_ms: evidenceDuration,
  check: checkFactsSchema.nullable().meta({ description: "The same check, made once more" }),
  dns: dnsFactsSchema.nullable().meta({ description: "Null if the host is an address" }),
  addresses: z.array(addressFactsSchema).max(EVIDENCE_ADDRESSES_MAX),
  addresses_found: z
    .number()
    .int()
    .min(0)
    .meta({ description: "Number of addresses found, including those that were not connected to" }),
  path: pathFactsSchema.nullable(),
  canaries: z.enum(CANARY_STATES).nullable(),
  incomplete: z.array(z.enum(EVIDENCE_PARTS)).max(EVIDENCE_PARTS.length).meta({
    description: "Parts that did not end in time or were cut to fit the limit of the size",
  }),
});
export type CollectedFacts = z.output<typeof collectedFactsSchema>;

export const vantageFactsSchema = collectedFactsSchema
  .extend({
    location: z.string().max(200),
    runner: z.string().max(200),
    collected_at: timestamp,
    saw: z.enum(["down", "up", "unknown"]).meta({
      description: "Status of the target at this location when the collection started",
    }),
  })
  .meta({ id: "EvidenceVantage" });
export type VantageFacts = z.output<typeof vantageFactsSchema>;
