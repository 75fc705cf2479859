import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { IdentityProviderListQuery, ProviderRole } from "@vedette/contract/people/identity-providers.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ProviderRow = {
  id: string;
  org_id: OrgId;
  name: string;
  issuer: string;
  client_id: string;
  encrypted_client_secret: Buffer;
  version: number;
  groups_claim: string | null;
  group_roles: { group: string; role: ProviderRole }[];
  default_role: ProviderRole | null;
  auto_join: boolean;
  required: boolean;
  trust_email: boolean;
  created_at: Date;
  updated_at: Date;
};

export type DomainRow = { provider_id: string; domain: string; token: string; verified_at: Date | null };

const COLUMNS = sql`i.id, i.org_id, i.name, i.issuer, i.client_id, i.encrypted_client_secret, i.version, i.groups_claim,
  i.group_roles, i.default_role, i.auto_join, i.required, i.trust_email, i.created_at, i.updated_at`;

export const listProviders = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: IdentityProviderListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`i.created_at`, name: sql`i.name`, id: sql`i.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<ProviderRow>(sql`
    select ${COLUMNS} from identity_provider i
    where i.org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** With `lock`, it stays unchanged until the transaction ends. */
export const findProvider = (db: Db, orgId: OrgId, { id, lock }: { id: string; lock: boolean }) =>
  db.find<ProviderRow>(sql`
    select ${COLUMNS} from identity_provider i
    where i.org_id = ${orgId} and i.id = ${id} ${lock ? sql`for no key update` : sql``}`);

/** Without an organization: the sign-in that was started names it. */
export const findProviderById = (db: Db, id: string) =>
  db.find<ProviderRow>(sql`select ${COLUMNS} from identity_provider i where i.id = ${id}`);

/** Without an organization: a verified domain belongs to one. */
export const findProviderByDomain = (db: Db, domain: string) =>
  db.find<ProviderRow>(sql`
    select ${COLUMNS} from identity_provider i join identity_provider_domain d on d.provider_id = i.id
    where d.domain = ${domain} and d.verified_at is not null`);

/** Counts the providers and locks the organization until the transaction ends. */
export const countProviders = async (db: Db, orgId: OrgId): Promise<number> => {
  await db.find(sql`select from organization where id = ${orgId} for no key update`);
  const row = await db.find<{ providers: number }>(sql`
    select count(*)::int4 as providers from identity_provider where org_id = ${orgId}`);
  return row?.providers ?? 0;
};

export const insertProvider = (db: Db, row: ProviderRow) =>
  db.run(sql`
    insert into identity_provider (id, org_id, name, issuer, client_id, encrypted_client_secret, version, groups_claim,
      group_roles, default_role, auto_join, required, trust_email, created_at, updated_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.issuer}, ${row.client_id}, ${row.encrypted_client_secret},
      ${row.version}, ${row.groups_claim}, ${JSON.stringify(row.group_roles)}::jsonb, ${row.default_role},
      ${row.auto_join}, ${row.required}, ${row.trust_email}, ${row.created_at}, ${row.updated_at})`);

export const updateProvider = (db: Db, orgId: OrgId, row: ProviderRow) =>
  db.run(sql`
    update identity_provider set name = ${row.name}, issuer = ${row.issuer}, client_id = ${row.client_id},
      encrypted_client_secret = ${row.encrypted_client_secret}, version = ${row.version},
      groups_claim = ${row.groups_claim}, group_roles = ${JSON.stringify(row.group_roles)}::jsonb,
      default_role = ${row.default_role}, auto_join = ${row.auto_join}, required = ${row.required},
      trust_email = ${row.trust_email}, updated_at = ${row.updated_at}
    where org_id = ${orgId} and id = ${row.id}`);

/** Its domains and sessions are deleted with it. Returns null if there is none. */
export const deleteProvider = (db: Db, orgId: OrgId, id: string) =>
  db.find<ProviderRow>(sql`
    delete from identity_provider i where i.org_id = ${orgId} and i.id = ${id} returning ${COLUMNS}`);

/** Accounts refer to a provider by a text. */
export const deleteAccountsOf = (db: Db, accountProvider: string) =>
  db.run(sql`delete from account where provider_id = ${accountProvider}`);

export const listProviderDomains = (db: Db, providerIds: readonly string[]) =>
  db.rows<DomainRow>(sql`
    select provider_id, domain, token, verified_at from identity_provider_domain
    where provider_id = any(${[...providerIds]}::uuid[]) order by domain`);

export const findVerifiedDomain = (db: Db) =>
  db.find(sql`select from identity_provider_domain where verified_at is not null limit 1`);

export const insertProviderDomain = (
  db: Db,
  { provider_id, domain, token }: Omit<DomainRow, "verified_at">,
) =>
  db.run(sql`
    insert into identity_provider_domain (provider_id, domain, token)
    values (${provider_id}, ${domain}, ${token})`);

export const deleteDomain = (db: Db, providerId: string, domain: string) =>
  db.run(sql`
    delete from identity_provider_domain where provider_id = ${providerId} and domain = ${domain}`);

/** Returns 0 if the proof is not asked for anymore, and throws if another provider has the domain. */
export const verifyProviderDomain = (db: Db, { provider_id, domain, token }: DomainRow, now: Date) =>
  db.run(sql`
    update identity_provider_domain set verified_at = ${now}
    where provider_id = ${provider_id} and domain = ${domain} and token = ${token} and verified_at is null`);

/** Returns the provider of a domain with its organization; null if there is none. */
export const findProviderDomain = (db: Db, { providerId, domain }: { providerId: string; domain: string }) =>
  db.find<DomainRow & Pick<ProviderRow, "org_id" | "issuer"> & { org_name: string }>(sql`
    select d.provider_id, d.domain, d.token, d.verified_at, i.org_id, i.issuer, o.name as org_name
    from identity_provider_domain d
    join identity_provider i on i.id = d.provider_id join organization o on o.id = i.org_id
    where d.provider_id = ${providerId} and d.domain = ${domain}
    for no key update of i`);

export const isMemberElsewhere = async (
  db: Db,
  { orgId, personId }: { orgId: OrgId; personId: PersonId },
): Promise<boolean> =>
  (await db.find(sql`
    select from membership where person_id = ${personId} and org_id <> ${orgId} limit 1`)) !== null;

/** Ends the sessions that a person has started with a provider. */
export const deleteProviderSessions = (
  db: Db,
  { providerId, personId }: { providerId: string; personId: string },
) => db.run(sql`delete from session where identity_provider_id = ${providerId} and person_id = ${personId}`);
