import { createHash, randomBytes } from "node:crypto";
import { type InvitationId, type OrgId, type PersonId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Invitation, InvitationCreate, InvitationListQuery } from "@vedette/contract/people/members.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { type AuditContext, audit, recordWrite } from "../../../pipeline/audit/audit.ts";
import { assertSeatForInvitation, assertSeatForMember } from "../../../pipeline/quotas/quotas.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { addMember, assertMayGrant, isMemberEmail, lockMembers } from "../members/service.ts";
import {
  claimInvitation,
  countInvitations,
  findByToken,
  findInvitation,
  findOpenByEmail,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  revokeInvitations,
} from "./queries.ts";

/**
 * Invitations: each is bound to one address and one organization, valid for seven days and one use. Only the
 * hash of a token is stored. This module never sends an email: the route does, after the commit.
 */

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** An invitation is valid for seven days. */
const VALID_MS = 7 * 86_400_000;
/** Invitations that one organization may send in 24 hours. Lower if anyone can create an organization. */
export const INVITATIONS_A_DAY_MAX = { invite: 200, open: 20 } as const;
const DAY_MS = 86_400_000;

/** Invites an address and revokes an open invitation of the same address. */
export async function createInvitation(
  ctx: AuditContext,
  { email, role, maxPerDay }: Pick<InvitationCreate, "email" | "role"> & { maxPerDay: number },
): Promise<{ invitation: Invitation; token: string }> {
  const { db, orgId, actor } = ctx;
  assertMayGrant(actor, role);
  await lockMembers(ctx);
  if (await isMemberEmail(db, orgId, email)) {
    throw badFields([{ path: "email", message: "already belongs to a member" }]);
  }
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const counted = await countInvitations(db, orgId, new Date(nowMs - DAY_MS));
  if ((counted?.made ?? 0) >= maxPerDay) {
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `An organization sends at most ${maxPerDay} invitations a day. Try again tomorrow.`,
    );
  }
  await revokeInvitations(db, orgId, { email, now });
  await assertSeatForInvitation(ctx);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await insertInvitation(db, orgId, {
    id: newId(nowMs),
    email,
    role,
    tokenHash: hashToken(token),
    invited_by: actor.name,
    created_at: now,
    expires_at: new Date(nowMs + VALID_MS),
  });
  if (!row) throw new Error("insert of an invitation returned no row");
  const target = { type: "invitation", id: row.id } as const;
  await audit(ctx, { action: "invitation.create", target, after: { email, role } });
  return { invitation: toInvitation(row, nowMs), token };
}

export async function revokeInvitation(ctx: AuditContext, id: string): Promise<void> {
  await lockMembers(ctx);
  const now = new Date(ctx.clock.now());
  const [row] = UUID_PATTERN.test(id) ? await revokeInvitations(ctx.db, ctx.orgId, { id, now }) : [];
  if (!row) throw notFound("open invitation");
  const { email, role } = row;
  const target = { type: "invitation", id: row.id } as const;
  await audit(ctx, { action: "invitation.revoke", target, before: { email, role } });
}

export async function listInvitationPage(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  query: InvitationListQuery,
): Promise<Page<Invitation>> {
  const nowMs = clock.now();
  const rows = await listInvitations(db, orgId, {
    query,
    position: readCursorPosition(query),
    now: new Date(nowMs),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, email }) => ({ id, at, name: email }));
  return { data: data.map((row) => toInvitation(row, nowMs)), meta };
}

export async function getInvitation(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  id: string,
): Promise<Invitation> {
  const row = UUID_PATTERN.test(id) ? await findInvitation(db, orgId, id) : null;
  if (!row) throw notFound("invitation");
  return toInvitation(row, clock.now());
}

/** Returns an open invitation, or null if the token is unknown, used, revoked or expired. */
export async function findOpenInvitation(
  db: Db,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<{ id: InvitationId; orgId: OrgId; email: string; role: Role } | null> {
  const row = TOKEN_PATTERN.test(token) ? await findByToken(db, hashToken(token)) : null;
  if (!row || statusOf(row, nowMs) !== "pending") return null;
  return { id: row.id, orgId: row.org_id, email: row.email, role: row.role };
}

/** Returns whether the address has an open invitation in any organization. */
export async function isInvited(
  db: Db,
  { email, nowMs }: { email: string; nowMs: number },
): Promise<boolean> {
  return (await findOpenByEmail(db, { email, now: new Date(nowMs) })) !== null;
}

export type Acceptance = {
  token: string;
  /** The address must be verified, or the one that the person signs up with by this very token. */
  person: { id: PersonId; email: string };
  nowMs: number;
  requestId?: string;
  ip?: string;
};

/**
 * Makes the person a member, once; an existing member keeps their role. Needs a transaction. Of concurrent
 * acceptances one succeeds: the others wait for the row and then find it used.
 */
export async function acceptInvitation(
  db: Db,
  { token, person, nowMs, ...facts }: Acceptance,
): Promise<{ orgId: OrgId; role: Role }> {
  const email = person.email.toLowerCase();
  const open = await findOpenInvitation(db, { token, nowMs });
  if (!open) throw notAcceptable();
  if (open.email !== email) {
    throw new AppError(
      "BAD_REQUEST",
      "This invitation is for another e-mail address. Sign in with the invited address.",
    );
  }
  await assertSeatForMember({ db, orgId: open.orgId, nowMs });
  const claim = { tokenHash: hashToken(token), email, now: new Date(nowMs) };
  const row = await claimInvitation(db, open.orgId, claim);
  if (!row) throw notAcceptable();
  const { org_id: orgId, role } = row;
  const { membershipId } = await addMember(db, { orgId, personId: person.id, role, nowMs });
  await recordWrite(db, {
    ...facts,
    orgId,
    nowMs,
    actor: { kind: "member", id: person.id, name: email },
    action: "invitation.accept",
    target: { type: "invitation", id: row.id },
    after: { member_id: membershipId, email, role },
  });
  return { orgId, role };
}

/** One message for used, withdrawn, expired and unknown tokens, so that tokens cannot be probed. */
function notAcceptable(): AppError {
  return new AppError(
    "BAD_REQUEST",
    "This invitation is not valid: it was used, withdrawn or has expired. Ask for a new one.",
  );
}

function statusOf(row: InvitationRow, nowMs: number): Invitation["status"] {
  if (row.accepted_at !== null) return "accepted";
  if (row.revoked_at !== null) return "revoked";
  return row.expires_at.getTime() > nowMs ? "pending" : "expired";
}

function toInvitation(row: InvitationRow, nowMs: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: statusOf(row, nowMs),
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
