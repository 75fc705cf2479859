import { z } from "zod";
import { evidenceDuration, evidenceErrorSchema, evidenceText } from "./evidence-fields.ts";
import { EVIDENCE_HOP_HOSTS_MAX, EVIDENCE_HOPS_MAX } from "./evidence-limits.ts";

/** The path to one address of the host. */

export const pathFactsSchema = z
  .object({
    address: z.string().max(50),
    tool: z.enum(["mtr", "traceroute"]).nullable().meta({ description: "Null if neither is installed" }),
    hops: z
      .array(
        z.object({
          hop: z.number().int().min(1).max(255),
          hosts: z
            .array(z.object({ address: z.string().max(50), rtt_ms: evidenceDuration.nullable() }))
            .max(EVIDENCE_HOP_HOSTS_MAX)
            .meta({ description: "Empty if no host answered" }),
        }),
      )
      .max(EVIDENCE_HOPS_MAX),
    is_complete: z.boolean().meta({ description: "The last hop is the address" }),
    error: evidenceErrorSchema.nullable(),
    pings: z
      .array(
        z.object({
          bytes: z.number().int().min(0).max(65_535),
          sent: z.number().int().min(0).max(100),
          received: z.number().int().min(0).max(100),
          error: evidenceText.nullable(),
        }),
      )
      .max(4)
      .meta({
        description: "ICMP echo requests of these sizes that may not be fragmented; empty without ping",
      }),
  })
  .meta({ id: "EvidencePath" });
export type PathFacts = z.output<typeof pathFactsSchema>;
