import { page } from "@vedette/contract/common/envelope.ts";
import { auditEntrySchema, auditListQuery } from "@vedette/contract/people/audit-log.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listAuditEntries } from "./service.ts";

/** Who may read the audit log. */
export const AUDIT_LOG_ACCESS = { scope: "admin", role: "admin" } as const;

export function auditLogRoutes(): Route[] {
  return [
    defineRoute({
      id: "listAuditLog",
      tag: "Audit log",
      method: "GET",
      url: "/api/v1/audit-log",
      summary: "List audit log entries",
      description:
        "Every write by a member or an API key, kept for 400 days. Entries never change, and each has a hash over itself and " +
        "the previous entry.",
      access: AUDIT_LOG_ACCESS,
      request: { query: auditListQuery },
      response: page(auditEntrySchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listAuditEntries(ctx, query)),
      }),
    }),
  ];
}
