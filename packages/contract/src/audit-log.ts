import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "./paging.ts";

/** Who did something: an API key, a signed-in member, or the machine itself. */
export const AUDIT_ACTOR_KINDS = ["key", "member", "system"] as const;

/** Everything that the audit log tells of, as `<what>.<happening>`. Added to, never renamed. */
export const AUDIT_ACTIONS = [
  "organization.create",
  "organization.update",
  "organization.delete",
  "organization.transfer",
  "member.add",
  "member.update",
  "member.remove",
  "member.leave",
  "invitation.create",
  "invitation.revoke",
  "invitation.accept",
  "api_key.create",
  "api_key.revoke",
  "monitor.create",
  "monitor.update",
  "monitor.delete",
  "variable.create",
  "variable.update",
  "variable.delete",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_TARGETS = [
  "organization",
  "member",
  "invitation",
  "api_key",
  "monitor",
  "variable",
] as const;
export type AuditTarget = { type: (typeof AUDIT_TARGETS)[number]; id: string };

const fieldValues = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: "The fields that were written; what may hold a secret is masked" });

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
    hash: z.string().meta({ description: "SHA-256 over this entry and the hash of the one before" }),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  actor: z.string().max(64).optional().meta({ description: "Id of a person or an API key" }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  target: z.string().max(64).optional().meta({ description: "Id of what was changed" }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  org_id: z.string().optional(),
});
export type AuditListQuery = z.output<typeof auditListQuery>;
