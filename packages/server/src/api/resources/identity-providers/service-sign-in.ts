import type { Clock } from "../../../platform/kernel/clock.ts";
import type { FetchJson } from "../../../platform/net/fetch-json.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import type { Identity } from "../../identity/identity.ts";
import type { ResponseCookies } from "../../identity/identity-context.ts";
import type { PendingSignIn } from "../../identity/oidc/pending-sign-in.ts";
import type { ProviderClient } from "../../identity/oidc/provider-sign-in.ts";
import { SignInRefusal, signInRefusal } from "../../identity/sign-in-refusal.ts";
import type { Visitor } from "../../identity/visitor.ts";
import { applyProviderMember } from "../members/service-provider-members.ts";
import { openClientSecret } from "./client-secret.ts";
import { emailDomain } from "./email-domain.ts";
import {
  deleteProviderSessions,
  findProviderByDomain,
  findProviderById,
  isMemberElsewhere,
  listProviderDomains,
  type ProviderRow,
} from "./queries.ts";
import { roleOfClaims } from "./role-of-claims.ts";

/** Sign-in with the identity provider of an organization. */

export type ProviderSignInDeps = {
  database: Database;
  clock: Clock;
  vault: Vault;
  identity: Identity;
  /** Reaches providers; the egress policy of checks applies. */
  fetchIssuer: FetchJson;
  /** The URL of this server, to which providers redirect. */
  publicAddress: string;
};

/** Returns the URL of the provider to which the domain of an address belongs. */
export async function beginSingleSignOn(
  deps: ProviderSignInDeps,
  visitor: Visitor,
  email: string,
): Promise<{ url: string; cookies: ResponseCookies }> {
  const domain = emailDomain(email);
  const row = await findProviderByDomain(deps.database, domain);
  if (!row) throw signInRefusal("NOT_FOUND", "domain_without_provider", { values: { domain } });
  return deps.identity.beginProviderSignIn(visitor, await clientOf(deps, deps.database, row), email);
}

type Arrival = { visitor: Visitor; requestId: string; begun: PendingSignIn; pathAndQuery: string };

/** Finishes a sign-in at the provider's redirect. The role is that of the groups at this moment. */
export async function finishSingleSignOn(
  deps: ProviderSignInDeps,
  { visitor, requestId, begun, pathAndQuery }: Arrival,
): Promise<ResponseCookies> {
  const { database, identity, clock } = deps;
  const row = begun.providerId === null ? null : await findProviderById(database, begun.providerId);
  if (!row) throw new SignInRefusal("BAD_REQUEST", "sign_in_expired", { provider: "" });
  const provider = await clientOf(deps, database, row);
  const profile = await identity.finishProviderSignIn(provider, begun, pathAndQuery);
  const role = roleOfClaims(row, profile.claims);
  const personId = await database.transaction(async (db) => {
    const domains = (await listProviderDomains(db, [row.id])).filter(
      ({ verified_at }) => verified_at !== null,
    );
    const id = await identity.resolvePerson(db, {
      ...{ profile, begun, provider },
      domains: domains.map(({ domain }) => domain),
      mayCreate: row.auto_join && role !== null,
      trustsEmail: row.trust_email,
      isMemberElsewhere: (personId) => isMemberElsewhere(db, { orgId: row.org_id, personId }),
    });
    const ctx = {
      ...{ db, clock, requestId, ip: visitor.address, orgId: row.org_id },
      actor: { kind: "system" as const, name: `identity provider ${row.name}` },
    };
    const isMember = await applyProviderMember(ctx, {
      ...{ personId: id, email: profile.email ?? "", role },
      ...{ mayJoin: row.auto_join, setsRole: row.groups_claim !== null },
    });
    if (isMember) return id;
    // The end of a membership must be stored, so its refusal is thrown after the commit.
    await deleteProviderSessions(db, { providerId: row.id, personId: id });
    return null;
  });
  if (personId === null) throw new SignInRefusal("FORBIDDEN", "no_access", { provider: row.name });
  return identity.startProviderSession(visitor, { personId, provider });
}

async function clientOf(
  { vault, fetchIssuer, publicAddress }: ProviderSignInDeps,
  db: Db,
  row: ProviderRow,
): Promise<ProviderClient> {
  const { id, version, name, issuer, client_id: clientId, org_id: orgId } = row;
  const clientSecret = await openClientSecret(
    { db, vault },
    { orgId, id, version },
    row.encrypted_client_secret,
  );
  return { id, version, name, issuer, clientId, clientSecret, baseUrl: publicAddress, fetch: fetchIssuer };
}
