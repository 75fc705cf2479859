import type { InvitationId, OrgId } from "@vedette/contract/common/ids.ts";
import type { INVITATION_STATUSES, InvitationListQuery } from "@vedette/contract/people/members.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type InvitationRow = {
  id: InvitationId;
  org_id: OrgId;
  email: string;
  role: Role;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
};

const COLUMNS = sql`id, org_id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at`;

export const insertInvitation = (
  db: Db,
  orgId: OrgId,
  invitation: Pick<InvitationRow, "id" | "email" | "role" | "invited_by" | "created_at" | "expires_at"> & {
    tokenHash: Buffer;
  },
) =>
  db.find<InvitationRow>(sql`
    insert into invitation (id, org_id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${invitation.id}, ${orgId}, ${invitation.email}, ${invitation.role}, ${invitation.tokenHash},
      ${invitation.invited_by}, ${invitation.created_at}, ${invitation.expires_at})
    returning ${COLUMNS}`);

/** The only statement without an organization id: the token identifies the organization. */
export const findByToken = (db: Db, tokenHash: Buffer) =>
  db.find<InvitationRow>(sql`select ${COLUMNS} from invitation where token_hash = ${tokenHash}`);

export const findInvitation = (db: Db, orgId: OrgId, id: InvitationId) =>
  db.find<InvitationRow>(sql`select ${COLUMNS} from invitation where org_id = ${orgId} and id = ${id}`);

/** Searches all organizations. There is no index, because it runs at most once per sign-up. */
export const findOpenByEmail = (db: Db, { email, now }: { email: string; now: Date }) =>
  db.find<{ id: InvitationId }>(sql`
    select id from invitation
    where email = ${email} and accepted_at is null and revoked_at is null and expires_at > ${now} limit 1`);

/**
 * Returns null if the invitation was used, withdrawn or expired in the meantime, or is for another address.
 */
export const claimInvitation = (
  db: Db,
  orgId: OrgId,
  { tokenHash, email, now }: { tokenHash: Buffer; email: string; now: Date },
) =>
  db.find<InvitationRow>(sql`
    update invitation set accepted_at = ${now}
    where org_id = ${orgId} and token_hash = ${tokenHash} and email = ${email}
      and accepted_at is null and revoked_at is null and expires_at > ${now}
    returning ${COLUMNS}`);

/** Withdraws open invitations: one by id, or all of an address. */
export const revokeInvitations = (
  db: Db,
  orgId: OrgId,
  { now, ...which }: { now: Date } & ({ id: InvitationId } | { email: string }),
) =>
  db.rows<InvitationRow>(sql`
    update invitation set revoked_at = ${now}
    where org_id = ${orgId} and accepted_at is null and revoked_at is null
      and ${"id" in which ? sql`id = ${which.id}` : sql`email = ${which.email}`}
    returning ${COLUMNS}`);

/** Counts the invitations that an organization created since an instant. */
export const countInvitations = (db: Db, orgId: OrgId, since: Date) =>
  db.find<{ made: number }>(sql`
    select count(*)::int as made from invitation where org_id = ${orgId} and created_at >= ${since}`);

export const listInvitations = (
  db: Db,
  orgId: OrgId,
  { query, position, now }: { query: InvitationListQuery; position: CursorPosition | null; now: Date },
) => {
  const columns = { at: sql`created_at`, name: sql`email`, id: sql`id` };
  const { after, order } = keyset(query.sort, columns, position);
  const byStatus = query.status === undefined ? sql`` : sql` and ${STATUS[query.status](now)}`;
  return db.rows<InvitationRow>(sql`
    select ${COLUMNS} from invitation where org_id = ${orgId}${byStatus}${after}${order} limit ${query.limit + 1}`);
};

/** The conditions of `statusOf` in `service.ts`, in SQL. */
const STATUS: Record<(typeof INVITATION_STATUSES)[number], (now: Date) => Sql> = {
  accepted: () => sql`accepted_at is not null`,
  revoked: () => sql`accepted_at is null and revoked_at is not null`,
  expired: (now) => sql`accepted_at is null and revoked_at is null and expires_at <= ${now}`,
  pending: (now) => sql`accepted_at is null and revoked_at is null and expires_at > ${now}`,
};
