import { z } from "zod";
import { evidenceDuration, evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_NAMESERVERS_MAX, EVIDENCE_RECORDS_MAX } from "./evidence-limits.ts";

/** What resolvers and name servers answered. */

/**
 * `system`: the resolver of the runner, which its checks use. `authoritative`: a name server of the zone. `public`: a
 * resolver of the internet that the operator chose.
 */
export const EVIDENCE_RESOLVERS = ["system", "authoritative", "public"] as const;
export type EvidenceResolver = (typeof EVIDENCE_RESOLVERS)[number];

export const dnsAnswerFactsSchema = z
  .object({
    resolver: z.enum(EVIDENCE_RESOLVERS),
    server: evidenceText.nullable().meta({ description: "Name of an authoritative server; otherwise null" }),
    address: evidenceText.nullable().meta({ description: "Address that was asked; null if there is none" }),
    record: z.enum(["A", "AAAA"]),
    rcode: z
      .string()
      .max(30)
      .nullable()
      .meta({ description: "Such as `NOERROR` or `NXDOMAIN`; null without an answer" }),
    records: z
      .array(z.object({ type: z.string().max(20), value: evidenceText, ttl: z.number().min(0) }))
      .max(EVIDENCE_RECORDS_MAX)
      .meta({ description: "Addresses and aliases in the order of the answer; `ttl` in seconds" }),
    is_authenticated: z.boolean().meta({ description: "The AD flag: the resolver validated DNSSEC" }),
    is_authoritative: z.boolean().meta({ description: "The AA flag" }),
    duration_ms: evidenceDuration,
    error: evidenceText.nullable().meta({ description: "Why there is no answer" }),
  })
  .meta({ id: "EvidenceDnsAnswer" });
export type DnsAnswerFacts = z.output<typeof dnsAnswerFactsSchema>;

export const dnsFactsSchema = z
  .object({
    name: evidenceText,
    zone: evidenceText.nullable().meta({ description: "The zone that the name is in; null if not found" }),
    lookup: z
      .object({
        addresses: z.array(z.string().max(50)).max(EVIDENCE_RECORDS_MAX),
        duration_ms: evidenceDuration,
        error: evidenceText.nullable(),
      })
      .meta({ description: "What the operating system of the runner returns, as its checks see it" }),
    /** Both records of the system, the public resolver and each name server. */
    answers: z.array(dnsAnswerFactsSchema).max(2 * (2 + EVIDENCE_NAMESERVERS_MAX)),
    nameserver_error: evidenceText
      .nullable()
      .meta({ description: "Why no authoritative server was asked; null if one was" }),
  })
  .meta({ id: "EvidenceDns" });
export type DnsFacts = z.output<typeof dnsFactsSchema>;
