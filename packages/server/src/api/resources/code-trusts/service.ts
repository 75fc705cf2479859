import {
  type CodeTrust,
  type CodeTrustCreate,
  type CodeTrustListQuery,
  TRUSTS_MAX,
} from "@vedette/contract/code/trusts/code-trusts.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { countTrusts, deleteTrust, insertTrust, listTrusts, type TrustRow } from "./queries.ts";

/** Which OIDC tokens of CI jobs an organization trusts. */

export async function listTrustPage(
  { db, orgId }: Pick<AuditContext, "db" | "orgId">,
  query: CodeTrustListQuery,
): Promise<Page<CodeTrust>> {
  const rows = await listTrusts(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, subject: name }) => ({ id, at, name }));
  return { data: data.map(toTrust), meta };
}

export async function createTrust(ctx: AuditContext, input: CodeTrustCreate): Promise<CodeTrust> {
  const { db, orgId } = ctx;
  if ((await countTrusts(db, orgId)) >= TRUSTS_MAX) {
    throw new AppError(
      "BAD_REQUEST",
      `There are ${TRUSTS_MAX} trusts, the maximum. Delete one that is not used.`,
    );
  }
  const nowMs = ctx.clock.now();
  const row: TrustRow = {
    ...{ id: newId(nowMs), org_id: orgId },
    ...{ issuer: input.issuer, audience: input.audience, subject: input.subject },
    projects: [...new Set(input.projects)],
    ...{ created_by: ctx.actor.name, created_at: new Date(nowMs), last_used_at: null },
  };
  await insertTrust(db, row);
  await audit(ctx, {
    action: "code_trust.create",
    target: { type: "code_trust", id: row.id },
    after: toLog(row),
  });
  return toTrust(row);
}

/** Deletes a trust and the keys that were issued by it, which are rejected from the next request on. */
export async function removeTrust(ctx: AuditContext, id: string): Promise<void> {
  const row = UUID_PATTERN.test(id) ? await deleteTrust(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("trust");
  await notifyAccessChanged(ctx.db, ctx.orgId);
  await audit(ctx, { action: "code_trust.delete", target: { type: "code_trust", id }, before: toLog(row) });
}

function toTrust({ org_id: _, created_at, last_used_at, ...row }: TrustRow): CodeTrust {
  return {
    ...row,
    scope: "code",
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

function toLog({ issuer, audience, subject, projects }: TrustRow) {
  return { issuer, audience, subject, projects };
}
