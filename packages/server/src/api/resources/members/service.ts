import { type MembershipId, type OrgId, type PersonId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { AuditAction } from "@vedette/contract/people/audit-actions.ts";
import type { Member, MemberListQuery } from "@vedette/contract/people/members.ts";
import { ROLES, type Role } from "@vedette/contract/people/scopes.ts";
import { type AuditContext, audit, recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import {
  countOwners,
  deleteMembership,
  findMember,
  findMemberByEmail,
  findMembership,
  hasRestrictedOrganization,
  insertMembership,
  listMembers,
  listMembershipsOf,
  lockOrganization,
  type MemberRow,
  updateRole,
  type WantedMembership,
} from "./queries.ts";

/**
 * Organization members and their roles. This module knows nothing of sign-in. An organization always has an
 * owner, and no actor grants or revokes a role above its own.
 */

export type NewMember = { orgId: OrgId; personId: PersonId; role: Role; nowMs: number };

/** Adds a member. For an existing member returns `isNew: false` and keeps the role. */
export async function addMember(
  db: Db,
  { orgId, personId, role, nowMs }: NewMember,
): Promise<{ membershipId: MembershipId; isNew: boolean }> {
  const id = newId(nowMs);
  const inserted = await insertMembership(db, orgId, { id, personId, role, joinedAt: new Date(nowMs) });
  if (inserted === 1) return { membershipId: id, isNew: true };
  const present = await findMembership(db, { orgId, personId, sessionId: null });
  if (!present) throw new Error(`person ${personId} is neither a member of ${orgId} nor could become one`);
  return { membershipId: present.id, isNew: false };
}

export { hasTwoFactor, sessionLacks } from "./queries.ts";

export type Membership = {
  membershipId: MembershipId;
  orgId: OrgId;
  role: Role;
  lacksTwoFactor: boolean;
  lacksSingleSignOn: boolean;
};

/**
 * Returns the membership in the given organization, or the oldest one if none is given; null if there is
 * none.
 */
export async function membershipOf(db: Db, wanted: WantedMembership): Promise<Membership | null> {
  const row = await findMembership(db, wanted);
  if (row === null) return null;
  const { id: membershipId, org_id: orgId, role } = row;
  return {
    ...{ membershipId, orgId, role },
    ...{ lacksTwoFactor: row.lacks_two_factor, lacksSingleSignOn: row.lacks_sso },
  };
}

/** Returns the organizations that a person is a member of. */
export async function organizationIdsOf(db: Db, personId: PersonId): Promise<OrgId[]> {
  return (await listMembershipsOf(db, personId)).map((row) => row.org_id);
}

export async function isMemberEmail(db: Db, orgId: OrgId, email: string): Promise<boolean> {
  return (await findMemberByEmail(db, orgId, email)) !== null;
}

export async function listMemberPage(
  { db, orgId }: { db: Db; orgId: OrgId },
  query: MemberListQuery,
): Promise<Page<Member>> {
  const rows = await listMembers(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, joined_at: at, name }) => ({ id, at, name }));
  return { data: data.map(toMember), meta };
}

export async function readMember(ctx: Pick<AuditContext, "db" | "orgId">, id: string): Promise<Member> {
  return toMember(await getMember(ctx, id));
}

export async function changeRole(
  ctx: AuditContext,
  { id, role }: { id: string; role: Role },
): Promise<Member> {
  await lockMembers(ctx);
  const member = await getMember(ctx, id);
  assertReaches(ctx.actor, member.role, "change the role of");
  assertMayGrant(ctx.actor, role);
  if (member.role === role) return toMember(member);
  if (member.role === "owner") await assertOtherOwner(ctx);
  await updateRole(ctx.db, ctx.orgId, { id: member.id, role });
  await notifyAccessChanged(ctx.db, ctx.orgId);
  await audit(ctx, {
    action: "member.update",
    target: { type: "member", id: member.id },
    before: { role: member.role },
    after: { role },
  });
  return toMember({ ...member, role });
}

/** Members can always remove themselves (leave), in any role. */
export async function removeMember(ctx: AuditContext, id: string): Promise<void> {
  const isLeaving = ctx.actor.kind === "member" && ctx.actor.membershipId === id;
  if (!isLeaving) assertMayManage(ctx.actor);
  await lockMembers(ctx);
  const member = await getMember(ctx, id);
  if (!isLeaving) assertReaches(ctx.actor, member.role, "remove");
  if (member.role === "owner") await assertOtherOwner(ctx);
  await deleteMembership(ctx.db, ctx.orgId, member.id);
  await notifyAccessChanged(ctx.db, ctx.orgId);
  await audit(ctx, {
    action: isLeaving ? "member.leave" : "member.remove",
    target: { type: "member", id: member.id },
    before: { person_id: member.person_id, email: member.email, role: member.role },
  });
}

type OwnChangeContext = Pick<AuditContext, "db" | "clock" | "requestId" | "ip">;
type OwnChange = { action: AuditAction; before: Record<string, string>; after: Record<string, string> };

/**
 * Records what a person changed of their account in the audit log of each of their organizations. The order by id
 * prevents deadlocks between concurrent requests.
 */
export async function auditOfMember(
  { db, clock, requestId, ip }: OwnChangeContext,
  { personId, name }: { personId: PersonId; name: string },
  { action, before, after }: OwnChange,
): Promise<void> {
  for (const { id, org_id: orgId } of await listMembershipsOf(db, personId)) {
    await recordWrite(db, {
      orgId,
      nowMs: clock.now(),
      actor: { kind: "member", id: personId, name },
      action,
      target: { type: "member", id },
      before,
      after,
      requestId,
      ip,
    });
  }
}

/** The same for a change that the operator made at the command line. */
export async function auditOfMemberByOperator(
  { db, clock }: Pick<AuditContext, "db" | "clock">,
  personId: PersonId,
  action: AuditAction,
): Promise<void> {
  for (const { id, org_id: orgId } of await listMembershipsOf(db, personId)) {
    const actor = { kind: "system" as const, id: null, name: "command line" };
    await recordWrite(db, { orgId, nowMs: clock.now(), actor, action, target: { type: "member", id } });
  }
}

/** Whether one of the person's organizations requires what their session lacks. */
export function lacksSignIn(db: Db, session: { personId: PersonId; sessionId: string }): Promise<boolean> {
  return hasRestrictedOrganization(db, session);
}

/** Makes another member an owner and the current owner an admin. */
export async function transferOwnership(ctx: AuditContext, toId: string): Promise<Member> {
  await lockMembers(ctx);
  const { actor } = ctx;
  if (actor.kind !== "member") throw new Error("only a member can transfer ownership");
  const newOwner = UUID_PATTERN.test(toId) ? await findMember(ctx.db, ctx.orgId, toId) : null;
  // Read under the lock: another owner may have changed the role in the meantime.
  const own = await findMember(ctx.db, ctx.orgId, actor.membershipId);
  if (own?.role !== "owner") throw new AppError("FORBIDDEN", "This needs the role 'owner'.");
  if (!newOwner || newOwner.id === own.id) {
    throw new AppError("BAD_REQUEST", "member_id must be the id of another member of this organization.", {
      details: [{ path: "member_id", message: "must be the id of another member of this organization" }],
    });
  }
  await updateRole(ctx.db, ctx.orgId, { id: newOwner.id, role: "owner" });
  await updateRole(ctx.db, ctx.orgId, { id: own.id, role: "admin" });
  await notifyAccessChanged(ctx.db, ctx.orgId);
  await audit(ctx, {
    action: "organization.transfer",
    target: { type: "organization", id: ctx.orgId },
    before: { owner: own.id },
    after: { owner: newOwner.id },
  });
  return toMember({ ...newOwner, role: "owner" });
}

/**
 * Locks the organization and reads the caller's role again. If two owners demote each other concurrently, the
 * second one fails here.
 */
export async function lockMembers(ctx: AuditContext): Promise<void> {
  if (!(await lockOrganization(ctx.db, ctx.orgId))) throw notFound("organization");
  if (ctx.actor.kind !== "member") return;
  const { personId, role } = ctx.actor;
  const now = await findMembership(ctx.db, { orgId: ctx.orgId, personId, sessionId: null });
  if (now?.role === role) return;
  throw new AppError("FORBIDDEN", "Your role in this organization has just changed. Reload and try again.");
}

/** Throws if the role is above the caller's own. */
export function assertMayGrant(actor: Actor, role: Role): void {
  const own = roleOf(actor);
  if (rank(role) <= rank(own)) return;
  throw new AppError("FORBIDDEN", `Granting the role '${role}' requires that role; yours is '${own}'.`);
}

/** Returns the role that an actor acts with. A key of scope `admin` has the rights of an admin. */
export function roleOf(actor: Actor): Role {
  if (actor.kind === "member") return actor.role;
  return actor.scope === "admin" ? "admin" : "viewer";
}

function rank(role: Role): number {
  return ROLES.indexOf(role);
}

function assertMayManage(actor: Actor): void {
  if (rank(roleOf(actor)) >= rank("admin")) return;
  throw new AppError("FORBIDDEN", "Removing others requires the role 'admin'.");
}

function assertReaches(actor: Actor, role: Role, what: string): void {
  if (rank(roleOf(actor)) >= rank(role)) return;
  throw new AppError("FORBIDDEN", `You need the role '${role}' to ${what} a member who has it.`);
}

async function assertOtherOwner({ db, orgId }: AuditContext): Promise<void> {
  const found = await countOwners(db, orgId);
  if ((found?.owners ?? 0) > 1) return;
  throw new AppError(
    "BAD_REQUEST",
    "An organization must have an owner. Make another member an owner first, or delete the organization.",
  );
}

async function getMember({ db, orgId }: Pick<AuditContext, "db" | "orgId">, id: string): Promise<MemberRow> {
  const row = UUID_PATTERN.test(id) ? await findMember(db, orgId, id) : null;
  if (!row) throw notFound("member");
  return row;
}

function toMember(row: MemberRow): Member {
  const { id, person_id: userId, name, email, role } = row;
  return { id, user_id: userId, name, email, role, joined_at: row.joined_at.toISOString() };
}
