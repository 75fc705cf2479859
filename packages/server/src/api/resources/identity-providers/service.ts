import { randomBytes } from "node:crypto";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  type IdentityProvider,
  type IdentityProviderCreate,
  type IdentityProviderListQuery,
  type IdentityProviderUpdate,
  PROVIDERS_MAX,
} from "@vedette/contract/people/identity-providers.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { isSharedIssuer } from "../../identity/oidc/is-shared-issuer.ts";
import { redirectUriOf } from "../../identity/oidc/oidc-flow.ts";
import { accountProviderOf } from "../../identity/oidc/provider-sign-in.ts";
import { openClientSecret, sealClientSecret } from "./client-secret.ts";
import { emailDomain } from "./email-domain.ts";
import {
  countProviders,
  type DomainRow,
  deleteAccountsOf,
  deleteDomain,
  deleteProvider,
  findProvider,
  findProviderByDomain,
  findProviderById,
  findVerifiedDomain,
  insertProvider,
  insertProviderDomain,
  listProviderDomains,
  listProviders,
  type ProviderRow,
  updateProvider,
} from "./queries.ts";

/** Identity providers of an organization. The client secret is stored encrypted, and never returned. */

export type ProviderReadContext = Pick<AuditContext, "db" | "orgId"> & {
  /** The URL of this server, to which providers redirect. */
  publicAddress: string;
};
export type ProviderWriteContext = AuditContext & ProviderReadContext & { vault: Vault };

const PROOF_BYTES = 16;

export async function listProviderPage(
  ctx: ProviderReadContext,
  query: IdentityProviderListQuery,
): Promise<Page<IdentityProvider>> {
  const rows = await listProviders(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const domains = await listProviderDomains(
    ctx.db,
    data.map(({ id }) => id),
  );
  return { data: data.map((row) => toProvider(ctx, row, domains)), meta };
}

export async function getProvider(ctx: ProviderReadContext, id: string): Promise<IdentityProvider> {
  return readProvider(ctx, await getProviderRow(ctx, { id, lock: false }));
}

export async function createProvider(
  ctx: ProviderWriteContext,
  input: IdentityProviderCreate,
): Promise<IdentityProvider> {
  const { db, orgId } = ctx;
  if ((await countProviders(db, orgId)) >= PROVIDERS_MAX) {
    throw new AppError(
      "BAD_REQUEST",
      `There are ${PROVIDERS_MAX} identity providers, the maximum. Delete one that is not used.`,
    );
  }
  assertRoles(input);
  assertTrust(input);
  const nowMs = ctx.clock.now();
  const [id, version, now] = [newId(nowMs), 1, new Date(nowMs)];
  const row: ProviderRow = {
    ...{ id, org_id: orgId, name: input.name, issuer: input.issuer, client_id: input.client_id, version },
    encrypted_client_secret: await sealClientSecret(ctx, { orgId, id, version }, input.client_secret),
    ...{ groups_claim: input.groups_claim, group_roles: input.group_roles, default_role: input.default_role },
    ...{ auto_join: input.auto_join, required: input.required, trust_email: input.trust_email },
    ...{ created_at: now, updated_at: now },
  };
  await insertProvider(db, row);
  for (const domain of input.domains) await insertProviderDomain(db, newDomain(id, domain));
  await notifyAccessChanged(db, orgId);
  const target = { type: "identity_provider", id } as const;
  await audit(ctx, { action: "identity_provider.create", target, after: toLog(row, input.domains) });
  return readProvider(ctx, row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeProvider(
  ctx: ProviderWriteContext,
  id: string,
  input: IdentityProviderUpdate,
): Promise<IdentityProvider> {
  const { db, orgId } = ctx;
  const before = await getProviderRow(ctx, { id, lock: true });
  const domainsBefore = await listProviderDomains(db, [id]);
  const secret = await secretAfter(ctx, before, input);
  const after: ProviderRow = {
    ...before,
    name: input.name ?? before.name,
    issuer: input.issuer ?? before.issuer,
    client_id: input.client_id ?? before.client_id,
    groups_claim: input.groups_claim === undefined ? before.groups_claim : input.groups_claim,
    group_roles: input.group_roles ?? before.group_roles,
    default_role: input.default_role === undefined ? before.default_role : input.default_role,
    auto_join: input.auto_join ?? before.auto_join,
    required: input.required ?? before.required,
    trust_email: input.trust_email ?? before.trust_email,
  };
  assertRoles(after);
  assertTrust(after);
  const named = domainsBefore.map(({ domain }) => domain);
  const domains = input.domains ?? named;
  const changed = changedFields(toLog(before, named), toLog(after, [...domains].sort()));
  if (Object.keys(changed.after).length === 0 && secret === null) return readProvider(ctx, before);
  // The version also invalidates the cached metadata of the provider.
  const version = before.version + 1;
  const clientSecret =
    secret ??
    (await openClientSecret(ctx, { orgId, id, version: before.version }, before.encrypted_client_secret));
  const stored = {
    ...{ ...after, version, updated_at: new Date(ctx.clock.now()) },
    encrypted_client_secret: await sealClientSecret(ctx, { orgId, id, version }, clientSecret),
  };
  await updateProvider(db, orgId, stored);
  await replaceDomains(ctx, {
    id,
    before: domainsBefore,
    after: domains,
    isOtherIssuer: after.issuer !== before.issuer,
  });
  await notifyAccessChanged(db, orgId);
  await audit(ctx, {
    action: "identity_provider.update",
    target: { type: "identity_provider", id },
    before: changed.before,
    after: { ...changed.after, ...(secret !== null && { client_secret: "changed" }) },
  });
  return readProvider(ctx, stored);
}

/** Also ends the sessions that it started, and unlinks the accounts. */
export async function removeProvider(ctx: AuditContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  const domains = UUID_PATTERN.test(id) ? await listProviderDomains(db, [id]) : [];
  const row = UUID_PATTERN.test(id) ? await deleteProvider(db, orgId, id) : null;
  if (!row) throw notFound("identity provider");
  await deleteAccountsOf(db, accountProviderOf(id));
  await notifyAccessChanged(db, orgId);
  await audit(ctx, {
    action: "identity_provider.delete",
    target: { type: "identity_provider", id },
    before: toLog(
      row,
      domains.map(({ domain }) => domain),
    ),
  });
}

/** Whether an organization has a provider that people can sign in with; with an address, whether one is responsible for it. */
export async function hasSingleSignOn(db: Db, email: string | null): Promise<boolean> {
  if (email === null) return (await findVerifiedDomain(db)) !== null;
  return (await findProviderByDomain(db, emailDomain(email))) !== null;
}

export async function findProviderName(db: Db, id: string): Promise<string | null> {
  return (await findProviderById(db, id))?.name ?? null;
}

export async function getProviderRow(
  { db, orgId }: Pick<AuditContext, "db" | "orgId">,
  { id, lock }: { id: string; lock: boolean },
): Promise<ProviderRow> {
  const row = UUID_PATTERN.test(id) ? await findProvider(db, orgId, { id, lock }) : null;
  if (!row) throw notFound("identity provider");
  return row;
}

export async function readProvider(ctx: ProviderReadContext, row: ProviderRow): Promise<IdentityProvider> {
  return toProvider(ctx, row, await listProviderDomains(ctx.db, [row.id]));
}

/** Otherwise each sign-in would end the membership of the person. */
function assertRoles({
  groups_claim: claim,
  default_role: role,
}: Pick<ProviderRow, "groups_claim" | "default_role">) {
  if (claim !== null || role !== null) return;
  throw badFields([{ path: "default_role", message: "must be a role if there is no groups_claim" }]);
}

/** A shared issuer signs in people of all its tenants, and each tenant chooses the addresses of its people. */
function assertTrust({ trust_email: isTrusted, issuer }: Pick<ProviderRow, "trust_email" | "issuer">) {
  if (!isTrusted || !isSharedIssuer(issuer)) return;
  throw badFields([
    { path: "trust_email", message: "requires the issuer of one tenant of Microsoft Entra ID" },
  ]);
}

/** Returns the new client secret, or null if it stays. */
async function secretAfter(
  ctx: ProviderWriteContext,
  { id, version, encrypted_client_secret: encrypted }: ProviderRow,
  { client_secret: given }: IdentityProviderUpdate,
): Promise<string | null> {
  if (given === undefined) return null;
  return (await openClientSecret(ctx, { orgId: ctx.orgId, id, version }, encrypted)) === given ? null : given;
}

type DomainChange = {
  id: string;
  before: readonly DomainRow[];
  after: readonly string[];
  isOtherIssuer: boolean;
};

/**
 * The proof of a domain is for one issuer: otherwise an admin without access to the DNS could
 * sign in as anyone of the domain.
 */
async function replaceDomains(
  { db }: Pick<AuditContext, "db">,
  { id, before, after, isOtherIssuer }: DomainChange,
): Promise<void> {
  const kept = isOtherIssuer ? [] : before.filter(({ domain }) => after.includes(domain));
  const isKept = (domain: string) => kept.some((row) => row.domain === domain);
  for (const { domain } of before) if (!isKept(domain)) await deleteDomain(db, id, domain);
  for (const domain of after) if (!isKept(domain)) await insertProviderDomain(db, newDomain(id, domain));
}

function newDomain(providerId: string, domain: string): Omit<DomainRow, "verified_at"> {
  return { provider_id: providerId, domain, token: randomBytes(PROOF_BYTES).toString("hex") };
}

/** The TXT record that proves a domain. */
export function proofOf({ domain, token }: Pick<DomainRow, "domain" | "token">) {
  return { record_name: `_vedette-sso.${domain}`, record_value: `vedette-sso=${token}` };
}

function toProvider(
  { publicAddress }: Pick<ProviderReadContext, "publicAddress">,
  row: ProviderRow,
  domains: readonly DomainRow[],
): IdentityProvider {
  const own = domains.filter(({ provider_id }) => provider_id === row.id);
  const { id, name, issuer, client_id, groups_claim, group_roles, default_role } = row;
  const { auto_join, required, trust_email } = row;
  return {
    ...{ id, name, issuer, client_id, redirect_uri: redirectUriOf(publicAddress) },
    domains: own.map(({ domain }) => domain),
    domain_proofs: own.map((proof) => ({
      ...{ domain: proof.domain, verified_at: proof.verified_at?.toISOString() ?? null, ...proofOf(proof) },
    })),
    ...{ groups_claim, group_roles, default_role, auto_join, required, trust_email },
    ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
  };
}

function toLog(row: ProviderRow, domains: readonly string[]) {
  const { name, issuer, client_id, groups_claim, group_roles, default_role } = row;
  const { auto_join, required, trust_email } = row;
  return {
    ...{ name, issuer, client_id, domains: [...domains].sort(), groups_claim, group_roles, default_role },
    ...{ auto_join, required, trust_email },
  };
}
