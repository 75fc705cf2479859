import { z } from "zod";
import { TLS_REASONS } from "../checks/check-errors.ts";
import { EVIDENCE_RESOLVERS } from "./dns-facts.ts";
import { evidenceDuration, evidenceErrorSchema, evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_CERTIFICATE_NAMES_MAX, EVIDENCE_CHAIN_MAX } from "./evidence-limits.ts";
import { responseFactsSchema } from "./response-facts.ts";

/** What happened at each address of the host. */

export const certificateFactsSchema = z
  .object({
    subject: evidenceText,
    issuer: evidenceText,
    names: z.array(evidenceText).max(EVIDENCE_CERTIFICATE_NAMES_MAX).meta({ description: "The first names" }),
    valid_from: z.string().max(40),
    valid_to: z.string().max(40),
    fingerprint_sha256: z.string().max(100),
  })
  .meta({ id: "EvidenceCertificate" });
export type EvidenceCertificate = z.output<typeof certificateFactsSchema>;

export const handshakeFactsSchema = z
  .object({
    sni: evidenceText.nullable().meta({ description: "Null if the host is an address" }),
    protocol: z.string().max(30).nullable(),
    cipher: z.string().max(100).nullable(),
    duration_ms: evidenceDuration.nullable().meta({ description: "Null without a finished handshake" }),
    chain: z.array(certificateFactsSchema).max(EVIDENCE_CHAIN_MAX).meta({
      description: "The certificate of the server, then its issuers",
    }),
    error: evidenceErrorSchema
      .extend({ reason: z.enum(TLS_REASONS).nullable() })
      .nullable()
      .meta({ description: "Why the handshake failed or the certificate is not accepted" }),
  })
  .meta({ id: "EvidenceHandshake" });
export type HandshakeFacts = z.output<typeof handshakeFactsSchema>;

export const addressFactsSchema = z
  .object({
    address: z.string().max(50),
    family: z.union([z.literal(4), z.literal(6)]),
    sources: z
      .array(z.enum(EVIDENCE_RESOLVERS))
      .max(3)
      .meta({ description: "Who answered with this address" }),
    port: z.number().int().min(0).max(65_535),
    blocked: evidenceText.nullable().meta({
      description: "Why the egress policy does not allow a connection; nothing was sent then",
    }),
    connect_ms: evidenceDuration.nullable().meta({ description: "Null without a connection" }),
    error: evidenceErrorSchema.nullable().meta({ description: "Why there is no connection" }),
    tls: handshakeFactsSchema.nullable().meta({ description: "Null without TLS or without a connection" }),
    response: responseFactsSchema.nullable().meta({ description: "Null if no request was sent" }),
  })
  .meta({ id: "EvidenceAddress" });
export type AddressFacts = z.output<typeof addressFactsSchema>;
