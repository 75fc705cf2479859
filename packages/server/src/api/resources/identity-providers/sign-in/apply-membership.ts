import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { ProviderRole } from "@vedette/contract/people/identity-providers.ts";
import { audit, type SystemAuditContext } from "../../../../pipeline/audit/audit.ts";
import { assertSeatForMember } from "../../../../pipeline/quotas/quotas.ts";
import { notifyAccessChanged } from "../../../../platform/storage/notify-access-changed.ts";
import { deleteMembership, findMembership, updateRole } from "../../members/queries.ts";
import { addMember } from "../../members/service.ts";
import { deleteProviderSessions, type ProviderRow } from "../queries.ts";

export type Arrived = {
  provider: ProviderRow;
  personId: PersonId;
  email: string;
  /** By the groups of the person; null means no access. */
  role: ProviderRole | null;
};

/**
 * Makes the membership of a person what the provider's groups say, and returns whether there is one. Owners stay owners:
 * who administers the provider does not decide who owns the organization.
 */
export async function applyMembership(ctx: SystemAuditContext, arrived: Arrived): Promise<boolean> {
  const { db, orgId } = ctx;
  const { provider, personId, email, role } = arrived;
  const member = await findMembership(db, { orgId, personId, sessionId: null });
  if (member?.role === "owner") return true;
  if (!member) return role !== null && provider.auto_join && (await join(ctx, { ...arrived, role }));
  const target = { type: "member", id: member.id } as const;
  const before = { person_id: personId, email, role: member.role };
  if (role === null) {
    await deleteMembership(db, orgId, member.id);
    await deleteProviderSessions(db, { providerId: provider.id, personId });
    await notifyAccessChanged(db, orgId);
    await audit(ctx, { action: "member.remove", target, before });
    return false;
  }
  // Without groups, the role is only that of the first sign-in.
  if (provider.groups_claim !== null && member.role !== role) {
    await updateRole(db, orgId, { id: member.id, role });
    await notifyAccessChanged(db, orgId);
    await audit(ctx, { action: "member.update", target, before: { role: member.role }, after: { role } });
  }
  return true;
}

async function join(
  ctx: SystemAuditContext,
  { personId, email, role }: Arrived & { role: ProviderRole },
): Promise<boolean> {
  const { db, orgId, clock } = ctx;
  await assertSeatForMember({ db, orgId, nowMs: clock.now() });
  const { membershipId } = await addMember(db, { orgId, personId, role, nowMs: clock.now() });
  await audit(ctx, {
    action: "member.add",
    target: { type: "member", id: membershipId },
    after: { person_id: personId, email, role },
  });
  return true;
}
