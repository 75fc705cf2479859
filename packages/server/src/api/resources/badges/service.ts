import { randomBytes } from "node:crypto";
import type { BadgeKey } from "@vedette/contract/badges/badges.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import {
  type BadgeKeyRow,
  type BadgeOwner,
  deleteBadgeKey,
  findBadgeKey,
  hasOwner,
  insertBadgeKey,
  lockOwner,
} from "../../../pipeline/badges/badge-queries.ts";
import { type AppError, notFound } from "../../../platform/kernel/errors.ts";

/** The key of the badges of a target or a status page: none until someone creates it. */

const KEY_BYTES = 16;
/** Characters of a key in the audit log: enough to recognize it, too few to use it. */
const KEY_START_LENGTH = 6;

type WriteContext = AuditContext & { serverUrl: string };
type ReadContext = Pick<WriteContext, "db" | "orgId" | "serverUrl">;

export async function getBadgeKey(ctx: ReadContext, owner: BadgeOwner): Promise<BadgeKey> {
  const { db, orgId } = ctx;
  if (!UUID_PATTERN.test(owner.id) || !(await hasOwner(db, orgId, owner))) throw unknownOwner(owner);
  return toBadgeKey(await findBadgeKey(db, orgId, owner), ctx);
}

/** Creates the key, or replaces it: badges with the previous one show "unknown". */
export async function renewBadgeKey(ctx: WriteContext, owner: BadgeOwner): Promise<BadgeKey> {
  const { db, orgId, actor, clock } = ctx;
  await lock(ctx, owner);
  const replaced = await deleteBadgeKey(db, orgId, owner);
  const row: BadgeKeyRow = {
    key: randomBytes(KEY_BYTES).toString("base64url"),
    created_by: actor.name,
    created_at: new Date(clock.now()),
  };
  await insertBadgeKey(db, orgId, { owner, row });
  await audit(ctx, {
    action: replaced ? "badge_key.rotate" : "badge_key.create",
    target: { type: "badge_key", id: owner.id },
    ...(replaced && { before: loggedOf(owner, replaced) }),
    after: loggedOf(owner, row),
  });
  return toBadgeKey(row, ctx);
}

export async function removeBadgeKey(ctx: WriteContext, owner: BadgeOwner): Promise<void> {
  await lock(ctx, owner);
  const row = await deleteBadgeKey(ctx.db, ctx.orgId, owner);
  if (!row) throw notFound("badge key");
  await audit(ctx, {
    action: "badge_key.delete",
    target: { type: "badge_key", id: owner.id },
    before: loggedOf(owner, row),
  });
}

async function lock({ db, orgId }: Pick<WriteContext, "db" | "orgId">, owner: BadgeOwner): Promise<void> {
  if (!UUID_PATTERN.test(owner.id) || !(await lockOwner(db, orgId, owner))) throw unknownOwner(owner);
}

function unknownOwner({ type }: BadgeOwner): AppError {
  return notFound(type === "target" ? "target" : "status page");
}

function toBadgeKey(row: BadgeKeyRow | null, { serverUrl }: Pick<ReadContext, "serverUrl">): BadgeKey {
  return {
    key: row?.key ?? null,
    url: row && `${serverUrl}/badge/${row.key}`,
    created_by: row?.created_by ?? null,
    created_at: row?.created_at.toISOString() ?? null,
  };
}

function loggedOf({ type }: BadgeOwner, { key }: BadgeKeyRow) {
  return { of: type === "target" ? "target" : "status_page", key_start: key.slice(0, KEY_START_LENGTH) };
}
