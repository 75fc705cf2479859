import type { PersonId } from "@vedette/contract/common/ids.ts";
import * as client from "openid-client";
import { AppError } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { errorFacts } from "../../platform/kernel/logger.ts";
import type { FetchJson } from "../../platform/net/fetch-json.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { IdentityContext, OidcProvider, ResponseCookies } from "./identity-context.ts";
import { findAccount, findPersonByEmail, insertAccount, insertPerson } from "./queries.ts";
import { cookiePrefix, readCookie, sign, unsign } from "./session-cookie.ts";
import type { Sessions } from "./sessions.ts";
import { SignInRefusal } from "./sign-in-refusal.ts";
import type { Visitor } from "./visitor.ts";

type PendingSignIn = {
  state: string;
  nonce: string;
  verifier: string;
  link: PersonId | null;
  endsAtMs: number;
};

export const OIDC_CALLBACK_PATH = "/api/auth/oidc/callback";
const SCOPE = "openid email profile";
/** Maximum time that a user may spend at the provider. */
const PENDING_SIGN_IN_MS = 10 * 60_000;
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;

type OidcDeps = { provider: OidcProvider; sessions: Sessions };

/**
 * Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The state of a
 * flow is stored only in a signed cookie, so only the browser that started a flow can finish it.
 */
export class Oidc {
  readonly #context: IdentityContext;
  readonly #provider: OidcProvider;
  readonly #sessions: Sessions;
  #configuration: client.Configuration | null = null;

  constructor(context: IdentityContext, { provider, sessions }: OidcDeps) {
    this.#context = context;
    this.#provider = provider;
    this.#sessions = sessions;
  }

  get name(): string {
    return this.#provider.name;
  }

  /** Returns the authorization URL. With `personId`, the flow links that user's account. */
  async begin(link: { personId: PersonId } | null): Promise<{ url: string; cookies: ResponseCookies }> {
    const config = await this.#askProvider(() => this.#discoverOnce());
    const begun: PendingSignIn = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      link: link?.personId ?? null,
      endsAtMs: this.#context.clock.now() + PENDING_SIGN_IN_MS,
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: `${this.#provider.baseUrl}${OIDC_CALLBACK_PATH}`,
      scope: SCOPE,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
    });
    const value = sign(Buffer.from(JSON.stringify(begun)).toString("base64url"), this.#context.secret);
    return { url: url.href, cookies: [pendingCookie(this.#context, value, PENDING_SIGN_IN_MS / 1_000)] };
  }

  /** Takes the path and query of the provider's redirect. */
  async finish(visitor: Visitor, pathAndQuery: string): Promise<ResponseCookies> {
    const begun = this.#readBegun(visitor);
    const profile = await this.#askProvider(async () => {
      const redirect = new URL(pathAndQuery, this.#provider.baseUrl);
      return profileOf(await this.#discoverOnce(), begun, redirect);
    });
    const provider = this.#provider;
    const maySignUp = profile.email !== null && (await provider.maySignUp(profile.email));
    const { database, clock } = this.#context;
    const personId = await database.transaction((db) =>
      personOf(db, { profile, begun, provider, maySignUp, nowMs: clock.now() }),
    );
    return [...(await this.#sessions.startSession(visitor, personId)), pendingCookie(this.#context, "", 0)];
  }

  async #askProvider<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { issuer, name } = this.#provider;
      this.#context.log.warn("identity.oidc_failed", { issuer, ...errorFacts(error) });
      throw new SignInRefusal("SERVICE_UNAVAILABLE", "sign_in_failed", { provider: name, cause: error });
    }
  }

  #readBegun(visitor: Visitor): PendingSignIn {
    const { clock, secret } = this.#context;
    const text = unsign(readCookie(visitor.headers.cookie, pendingCookieName(this.#context)), secret);
    const begun: PendingSignIn | null =
      text === null ? null : JSON.parse(Buffer.from(text, "base64url").toString());
    if (begun !== null && begun.endsAtMs > clock.now()) return begun;
    throw new SignInRefusal("BAD_REQUEST", "sign_in_expired", { provider: this.#provider.name });
  }

  /**
   * Discovered at the first sign-in and again after a failure, so the provider may be down when the server
   * starts.
   */
  async #discoverOnce(): Promise<client.Configuration> {
    this.#configuration ??= await discover(this.#provider);
    return this.#configuration;
  }
}

function discover(provider: OidcProvider): Promise<client.Configuration> {
  const issuer = new URL(provider.issuer);
  return client.discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
    [client.customFetch]: throughPolicy(provider.fetch),
    // http is allowed if the operator configured it, for a provider on the same machine.
    ...(issuer.protocol === "http:" && { execute: [client.allowInsecureRequests] }),
  });
}

function pendingCookieName({ publicUrl }: IdentityContext): string {
  return `${cookiePrefix(publicUrl).prefix}.oidc`;
}

function pendingCookie(context: IdentityContext, value: string, maxAgeSeconds: number): string {
  return (
    `${pendingCookieName(context)}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ` +
    `SameSite=Lax${cookiePrefix(context.publicUrl).isSecure ? "; Secure" : ""}`
  );
}

async function profileOf(
  config: client.Configuration,
  begun: PendingSignIn,
  redirect: URL,
): Promise<Profile> {
  const tokens = await client.authorizationCodeGrant(config, redirect, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("the provider gave no ID token");
  // Many providers include the address in the ID token only if there is no userinfo endpoint.
  const claimed =
    typeof claims.email === "string" || !config.serverMetadata().userinfo_endpoint
      ? claims
      : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return readProfile(claims.sub, claimed);
}

function throughPolicy(fetch: FetchJson): client.CustomFetch {
  return (url, { method, headers, body }) => {
    if (body === undefined || body === null) return fetch(url, { method, headers });
    if (typeof body === "string" || body instanceof URLSearchParams) {
      return fetch(url, { method, headers, body: body.toString() });
    }
    throw new Error("the OpenID client sends a body that is not text");
  };
}

type Profile = { subject: string; email: string | null; isEmailVerified: boolean; name: string };

function readProfile(subject: string, claimed: { [claim: string]: unknown }): Profile {
  const email =
    typeof claimed.email === "string" &&
    claimed.email.length <= EMAIL_LENGTH_MAX &&
    claimed.email.includes("@")
      ? claimed.email.toLowerCase()
      : null;
  const name = typeof claimed.name === "string" ? claimed.name.trim().slice(0, NAME_LENGTH_MAX) : "";
  return { subject, email, isEmailVerified: claimed.email_verified === true, name: name || (email ?? "") };
}

type OidcSignIn = {
  profile: Profile;
  begun: PendingSignIn;
  provider: OidcProvider;
  maySignUp: boolean;
  nowMs: number;
};

/**
 * Returns the account: already linked, linked now by a signed-in user, matched by an address that both sides
 * have verified, or new. An address that only one side has verified matches nothing. Otherwise anyone who
 * registers another person's address on either side would get into that person's account.
 */
async function personOf(db: Db, arrival: OidcSignIn): Promise<PersonId> {
  const { profile, begun, provider, nowMs } = arrival;
  const account = { providerId: provider.issuer, accountId: profile.subject };
  const link = async (personId: PersonId): Promise<PersonId> => {
    const now = new Date(nowMs);
    await insertAccount(db, { ...account, id: newId(nowMs), personId, passwordHash: null, now });
    return personId;
  };

  const known = await findAccount(db, account);
  if (begun.link !== null) {
    if (known && known.person_id !== begun.link) {
      throw new SignInRefusal("BAD_REQUEST", "account_taken", { provider: provider.name });
    }
    return known?.person_id ?? link(begun.link);
  }
  if (known) return known.person_id;
  if (profile.email === null) {
    throw new SignInRefusal("BAD_REQUEST", "no_address", { provider: provider.name });
  }
  const present = await findPersonByEmail(db, profile.email);
  if (present) {
    if (present.email_verified && profile.isEmailVerified) return link(present.id);
    throw new SignInRefusal("FORBIDDEN", "address_not_proved", { provider: provider.name });
  }
  if (!arrival.maySignUp || !profile.isEmailVerified) {
    throw new SignInRefusal("FORBIDDEN", "no_account", { provider: provider.name });
  }
  const now = new Date(nowMs);
  const id: PersonId = newId(nowMs);
  const { email, name } = profile;
  if ((await insertPerson(db, { id, name, email, emailVerified: true, now })) === 0) {
    throw new SignInRefusal("BAD_REQUEST", "just_made", { provider: provider.name });
  }
  return link(id);
}
