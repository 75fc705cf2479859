import type { MembershipId, OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { MemberListQuery } from "@vedette/contract/people/members.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type MembershipRow = {
  id: MembershipId;
  org_id: OrgId;
  role: Role;
  /** Whether the organization requires a second factor that the person could set up, but has not. */
  lacks_two_factor: boolean;
  /** Whether the organization requires another way to sign in than that of the session. */
  lacks_sso: boolean;
};

export type MemberRow = {
  id: MembershipId;
  person_id: PersonId;
  name: string;
  email: string;
  role: Role;
  joined_at: Date;
};

/**
 * Of `organization o` and `person p`. A passkey is a second factor by itself, in the sessions that it starts. An identity
 * provider decides for its own organization only: otherwise its operator could enter the others without the second factor
 * of the person.
 */
const noSecondFactor = (sessionId: string | null) => sql`
  not exists (select from session s where s.id = ${sessionId}::uuid and s.passkey_id is not null)
  and (
    not p.two_factor_enabled
      and exists (select from account a where a.person_id = p.id and a.provider_id = 'credential')
    or exists (
      select from session s join identity_provider i on i.id = s.identity_provider_id
      where s.id = ${sessionId}::uuid and i.org_id <> o.id))`;

/** Of `organization o` and `person p`. Without a session, as in one that a password started. */
const lacksTwoFactor = (sessionId: string | null) => sql`
  (o.settings @> '{"require_two_factor": true}' and ${noSecondFactor(sessionId)}) as lacks_two_factor`;

/**
 * Of `organization o`, `membership m` and `person p`: whether the person must sign in with a provider of the organization,
 * and the session was started otherwise. Owners can always come in, so that a provider that fails locks no one out.
 */
const lacksSingleSignOn = (sessionId: string | null) => sql`
  (m.role <> 'owner' and exists (
    select from identity_provider i join identity_provider_domain d on d.provider_id = i.id
    where i.org_id = o.id and i.required and d.verified_at is not null
      and d.domain = substring(p.email from '[^@]*$')
      and not exists (
        select from session s where s.id = ${sessionId}::uuid and s.identity_provider_id = i.id)
  )) as lacks_sso`;

/** Of `organization o`, `membership m` and `person p`: what a session lacks for the organization. */
export const sessionLacks = (sessionId: string | null) =>
  sql`${lacksTwoFactor(sessionId)}, ${lacksSingleSignOn(sessionId)}`;

/** Whether one of the person's organizations requires what their session lacks. */
export const hasRestrictedOrganization = async (
  db: Db,
  { personId, sessionId }: { personId: PersonId; sessionId: string },
): Promise<boolean> =>
  (await db.find(sql`
    select from (
      select ${sessionLacks(sessionId)}
      from membership m join organization o on o.id = m.org_id join person p on p.id = m.person_id
      where m.person_id = ${personId}
    ) lacks
    where lacks_two_factor or lacks_sso limit 1`)) !== null;

export type WantedMembership = { orgId: OrgId | null; personId: PersonId; sessionId: string | null };

/** Without an organization, returns the person's oldest membership. */
export const findMembership = (db: Db, { orgId, personId, sessionId }: WantedMembership) => {
  const memberships = sql`
    select m.id, m.org_id, m.role, ${sessionLacks(sessionId)}
    from membership m join organization o on o.id = m.org_id join person p on p.id = m.person_id`;
  return orgId === null
    ? db.find<MembershipRow>(sql`
        ${memberships} where m.person_id = ${personId} order by m.joined_at, m.id limit 1`)
    : db.find<MembershipRow>(sql`
        ${memberships} where m.org_id = ${orgId} and m.person_id = ${personId}`);
};

/**
 * Whether a session of a person has what an organization that requires a second factor accepts: the factor, a passkey, or
 * a sign-in only by OpenID Connect, whose provider decides.
 */
export const hasTwoFactor = async (
  db: Db,
  { orgId, personId, sessionId }: { orgId: OrgId; personId: PersonId; sessionId: string },
): Promise<boolean> =>
  (await db.find(sql`
    select from person p cross join organization o
    where p.id = ${personId} and o.id = ${orgId} and ${noSecondFactor(sessionId)}`)) === null;

/** Sorted, because a caller that writes to several organizations locks them in this order. */
export const listMembershipsOf = (db: Db, personId: PersonId) =>
  db.rows<{ id: MembershipId; org_id: OrgId }>(sql`
    select id, org_id from membership where person_id = ${personId} order by org_id`);

/**
 * Serializes changes of members, roles and invitations of an organization, so that two owners cannot demote
 * each other concurrently. Not `for update`: every new monitor would wait for it because of its foreign key.
 */
export const lockOrganization = (db: Db, orgId: OrgId) =>
  db.find<{ id: OrgId }>(sql`select id from organization where id = ${orgId} for no key update`);

const MEMBER = sql`m.id, m.person_id, p.name, p.email, m.role, m.joined_at
  from membership m join person p on p.id = m.person_id`;

export const findMember = (db: Db, orgId: OrgId, id: MembershipId) =>
  db.find<MemberRow>(sql`select ${MEMBER} where m.org_id = ${orgId} and m.id = ${id}`);

export const findMemberByEmail = (db: Db, orgId: OrgId, email: string) =>
  db.find<MemberRow>(sql`select ${MEMBER} where m.org_id = ${orgId} and p.email = ${email}`);

export const listMembers = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: MemberListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`m.joined_at`, name: sql`p.name`, id: sql`m.id` };
  const { after, order } = keyset(query.sort, columns, position);
  const byRole = query.role === undefined ? sql`` : sql` and m.role = ${query.role}`;
  return db.rows<MemberRow>(sql`
    select ${MEMBER} where m.org_id = ${orgId}${byRole}${after}${order} limit ${query.limit + 1}`);
};

/** Returns 0 rows if the person is already a member. */
export const insertMembership = (
  db: Db,
  orgId: OrgId,
  member: { id: MembershipId; personId: PersonId; role: Role; joinedAt: Date },
) =>
  db.run(sql`
    insert into membership (id, org_id, person_id, role, joined_at)
    values (${member.id}, ${orgId}, ${member.personId}, ${member.role}, ${member.joinedAt})
    on conflict (org_id, person_id) do nothing`);

export const updateRole = (db: Db, orgId: OrgId, { id, role }: { id: MembershipId; role: Role }) =>
  db.run(sql`update membership set role = ${role} where org_id = ${orgId} and id = ${id}`);

export const deleteMembership = (db: Db, orgId: OrgId, id: MembershipId) =>
  db.run(sql`delete from membership where org_id = ${orgId} and id = ${id}`);

export const countOwners = (db: Db, orgId: OrgId) =>
  db.find<{ owners: number }>(sql`
    select count(*)::int as owners from membership where org_id = ${orgId} and role = 'owner'`);
