import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { ProviderRole } from "@vedette/contract/people/identity-providers.ts";
import { audit, type SystemAuditContext } from "../../../pipeline/audit/audit.ts";
import { assertSeatForMember } from "../../../pipeline/quotas/quotas.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { deleteMembership, findMembership, lockOrganization, updateRole } from "./queries.ts";
import { addMember } from "./service.ts";

/** Who has signed in with an identity provider of the organization. */
export type ProviderMember = {
  personId: PersonId;
  email: string;
  /** By the groups of the person; null means no access. */
  role: ProviderRole | null;
  /** Whether a person who is not a member becomes one. */
  mayJoin: boolean;
  /** Whether the role of a member is set again; otherwise it is only that of the first sign-in. */
  setsRole: boolean;
};

/**
 * Makes the membership of a person what the provider says, and returns whether there is one. Owners stay owners: who
 * administers the provider does not decide who owns the organization.
 */
export async function applyProviderMember(ctx: SystemAuditContext, person: ProviderMember): Promise<boolean> {
  const { db, orgId } = ctx;
  const { personId, email, role, mayJoin, setsRole } = person;
  await lockOrganization(db, orgId);
  const member = await findMembership(db, { orgId, personId, sessionId: null });
  if (member?.role === "owner") return true;
  if (!member) {
    if (role === null || !mayJoin) return false;
    await join(ctx, { personId, email, role });
    return true;
  }
  const target = { type: "member", id: member.id } as const;
  if (role === null) {
    await deleteMembership(db, orgId, member.id);
    await notifyAccessChanged(db, orgId);
    const before = { person_id: personId, email, role: member.role };
    await audit(ctx, { action: "member.remove", target, before });
    return false;
  }
  if (setsRole && member.role !== role) {
    await updateRole(db, orgId, { id: member.id, role });
    await notifyAccessChanged(db, orgId);
    await audit(ctx, { action: "member.update", target, before: { role: member.role }, after: { role } });
  }
  return true;
}

async function join(
  ctx: SystemAuditContext,
  { personId, email, role }: { personId: PersonId; email: string; role: ProviderRole },
): Promise<void> {
  const { db, orgId, clock } = ctx;
  const nowMs = clock.now();
  await assertSeatForMember({ db, orgId, nowMs });
  const { membershipId } = await addMember(db, { orgId, personId, role, nowMs });
  await audit(ctx, {
    action: "member.add",
    target: { type: "member", id: membershipId },
    after: { person_id: personId, email, role },
  });
}
