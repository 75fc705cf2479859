import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { type AuditContext, actorId } from "../../../pipeline/audit/audit.ts";
import type { PostContext } from "../../../pipeline/status-pages/incidents/post-incident.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import type { PageAddresses } from "../../../pipeline/status-pages/page-url.ts";
import { findPage, findPageForUpdate } from "../../../pipeline/status-pages/queries.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";

/** What all services of status pages share. */

export type PageReadContext = Pick<AuditContext, "db" | "orgId" | "clock"> & { addresses: PageAddresses };
export type PageWriteContext = AuditContext & { addresses: PageAddresses };

export async function getPage(
  { db, orgId }: Pick<PageReadContext, "db" | "orgId">,
  id: string,
): Promise<StatusPageRow> {
  const row = UUID_PATTERN.test(id) ? await findPage(db, orgId, id) : null;
  if (!row) throw notFound("status page");
  return row;
}

/** Locks the page and all that belongs to it until the transaction ends. */
export async function lockPage(
  { db, orgId }: Pick<PageWriteContext, "db" | "orgId">,
  id: string,
): Promise<StatusPageRow> {
  const row = UUID_PATTERN.test(id) ? await findPageForUpdate(db, orgId, id) : null;
  if (!row) throw notFound("status page");
  return row;
}

export function postContext({ db, orgId, clock, actor }: PageWriteContext): PostContext {
  return { db, orgId, nowMs: clock.now(), by: actorId(actor) };
}

export function rejectFields(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
