import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { Configuration } from "openid-client";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { IdentityContext, ResponseCookies } from "../identity-context.ts";
import { findAccount, findPersonByEmail, findPersonById, insertAccount, insertPerson } from "../queries.ts";
import type { Sessions } from "../sessions.ts";
import { assertAttemptsLeft } from "../sign-in-limits.ts";
import { SignInRefusal } from "../sign-in-refusal.ts";
import type { Visitor } from "../visitor.ts";
import type { OidcClient } from "./oidc-client.ts";
import { beginFlow, discoverProvider, finishFlow, type OidcProfile } from "./oidc-flow.ts";
import { endPendingSignIn, type PendingSignIn, readPendingSignIn } from "./pending-sign-in.ts";

/** A provider of an organization. A change of its settings has another version. */
export type ProviderClient = OidcClient & { id: string; version: number };

/** Sign-in with the providers of organizations. It knows neither organizations nor roles. */
export type ProviderSignIn = {
  /** Returns the sign-in that the visitor's browser has started; null if there is none. */
  readPendingSignIn(visitor: Visitor): PendingSignIn | null;
  /** Counts the attempt, and returns the URL to which the browser goes. */
  beginProviderSignIn(
    visitor: Visitor,
    provider: ProviderClient,
    email: string,
  ): Promise<{ url: string; cookies: ResponseCookies }>;
  /** Returns who has signed in at the provider. */
  finishProviderSignIn(
    provider: ProviderClient,
    begun: PendingSignIn,
    pathAndQuery: string,
  ): Promise<OidcProfile>;
  /** Returns the account of a profile, linked or created if that is allowed; throws a SignInRefusal otherwise. */
  resolvePerson(db: Db, arrival: ProviderArrival): Promise<PersonId>;
  /** Starts a session that ends with the provider. */
  startProviderSession(
    visitor: Visitor,
    started: { personId: PersonId; provider: ProviderClient },
  ): Promise<ResponseCookies>;
};

export type ProviderArrival = {
  profile: OidcProfile;
  begun: PendingSignIn;
  provider: Pick<ProviderClient, "id" | "name">;
  /** The verified domains of the provider. Addresses of other domains are not its to vouch for. */
  domains: readonly string[];
  mayCreate: boolean;
  /** Whether an address counts as verified if the provider does not say whether it is. */
  trustsEmail: boolean;
  /** Whether a person is a member of another organization than that of the provider. */
  isMemberElsewhere(personId: PersonId): Promise<boolean>;
};

/** Providers whose metadata is kept, and for how long. */
const CACHED_MAX = 200;
const CACHED_MS = 10 * 60_000;

export function createProviderSignIn(
  context: IdentityContext,
  { findSession, startSession }: Pick<Sessions, "findSession" | "startSession">,
): ProviderSignIn {
  const { database, clock, work } = context;
  const discover = createDiscoveryCache(context);
  return {
    readPendingSignIn: (visitor) => readPendingSignIn(context, visitor),
    async beginProviderSignIn(visitor, provider, email) {
      await assertAttemptsLeft(database, clock, {
        kind: "provider sign-in address",
        subject: visitor.address,
      });
      const config = await discover(provider);
      const session = await findSession(visitor.headers);
      const started = { link: session?.personId ?? null, providerId: provider.id, email };
      return beginFlow(context, { provider, config }, started);
    },
    async finishProviderSignIn(provider, begun, pathAndQuery) {
      const config = await discover(provider);
      return finishFlow(context, { provider, config }, { begun, pathAndQuery });
    },
    resolvePerson: (db, arrival) => resolvePerson(db, arrival, clock.now()),
    async startProviderSession(visitor, { personId, provider }) {
      const cookies = await work.inTransaction((db) =>
        startSession(visitor, personId, async (tokenHash) => {
          if ((await markSessionByProvider(db, { tokenHash, providerId: provider.id })) === 1) return;
          throw new SignInRefusal("BAD_REQUEST", "sign_in_failed", { provider: provider.name });
        }),
      );
      return [...cookies, endPendingSignIn(context)];
    },
  };
}

/** Returns 0 if the provider was deleted. */
const markSessionByProvider = (
  db: Db,
  { tokenHash, providerId }: { tokenHash: string; providerId: string },
) =>
  db.run(sql`
    update session set identity_provider_id = i.id from identity_provider i
    where session.token_hash = ${tokenHash} and i.id = ${providerId}`);

type Discovered = { version: number; config: Configuration; endsAtMs: number };

function createDiscoveryCache(
  context: IdentityContext,
): (provider: ProviderClient) => Promise<Configuration> {
  const known = new Map<string, Discovered>();
  return async (provider) => {
    const nowMs = context.clock.now();
    const found = known.get(provider.id);
    if (found && found.version === provider.version && found.endsAtMs > nowMs) return found.config;
    const config = await discoverProvider(context, provider);
    known.delete(provider.id);
    const [oldest] = known.keys();
    if (known.size >= CACHED_MAX && oldest !== undefined) known.delete(oldest);
    known.set(provider.id, { version: provider.version, config, endsAtMs: nowMs + CACHED_MS });
    return config;
  };
}

/**
 * An account is matched by the provider's own identifier of the person, or by an address that both sides have verified.
 * In both cases the address must be of a domain that the organization has proven: otherwise an organization could open
 * accounts that belong to others. An address that is only trusted is the decision of one organization, so it does not open
 * an account of another one, and a new account has an address that is not verified.
 */
async function resolvePerson(db: Db, arrival: ProviderArrival, nowMs: number): Promise<PersonId> {
  const { profile, begun, provider, domains, mayCreate } = arrival;
  const refuse = (notice: SignInRefusal["notice"]) =>
    new SignInRefusal("FORBIDDEN", notice, { provider: provider.name });
  const account = { providerId: accountProviderOf(provider.id), accountId: profile.subject };
  const isOwn = (email: string) => domains.includes(email.slice(email.lastIndexOf("@") + 1));

  const known = await findAccount(db, account);
  if (known) {
    const person = await findPersonById(db, known.person_id);
    if (!person || !isOwn(person.email)) throw refuse("other_domain");
    return person.id;
  }
  const { email, name } = profile;
  if (email === null) throw refuse("no_address");
  const isTrusted = arrival.trustsEmail && !profile.isEmailDenied;
  if (!profile.isEmailVerified && !isTrusted) throw refuse("address_not_verified");
  if (!isOwn(email)) throw refuse("other_domain");

  const now = new Date(nowMs);
  const link = async (personId: PersonId): Promise<PersonId> => {
    await insertAccount(db, { ...account, id: newId(nowMs), personId, passwordHash: null, now });
    return personId;
  };
  const present = await findPersonByEmail(db, email);
  if (present) {
    if (begun.link === present.id) return link(present.id);
    const isProved = profile.isEmailVerified || !(await arrival.isMemberElsewhere(present.id));
    if (present.email_verified && isProved) return link(present.id);
    throw refuse("address_not_proved");
  }
  if (!mayCreate) throw refuse("no_account");
  const id: PersonId = newId(nowMs);
  if ((await insertPerson(db, { id, name, email, emailVerified: profile.isEmailVerified, now })) === 0)
    throw refuse("just_made");
  return link(id);
}

/** Subjects of different providers may be equal, also with the same issuer. */
export function accountProviderOf(providerId: string): string {
  return `identity-provider:${providerId}`;
}
