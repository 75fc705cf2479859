import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "../common/paging.ts";
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, AUDIT_TARGETS } from "./audit-actions.ts";

const fieldValues = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: "The written fields; values that may contain secrets are masked" });

export const auditEntrySchema = z
  .object({
    id: z.string(),
    created_at: timestamp,
    actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), id: z.string().nullable(), name: z.string() }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.object({ type: z.enum(AUDIT_TARGETS), id: z.string() }),
    before: fieldValues,
    after: fieldValues,
    request_id: z.string().nullable(),
    ip: z.string().nullable(),
    hash: z.string().meta({ description: "SHA-256 over this entry and the hash of the previous entry" }),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  actor: z.string().max(64).optional().meta({ description: "ID of a user or an API key" }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  target: z.string().max(64).optional().meta({ description: "ID of the changed resource" }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  org_id: z.string().optional(),
});
export type AuditListQuery = z.output<typeof auditListQuery>;
