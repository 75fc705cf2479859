import { createHash } from "node:crypto";
import type { PersonId } from "@vedette/contract/common/ids.ts";
import * as client from "openid-client";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { FetchJson } from "../../../platform/net/fetch-json.ts";
import type { IdentityContext, ResponseCookies } from "../identity-context.ts";
import { SignInRefusal } from "../sign-in-refusal.ts";
import type { OidcClient } from "./oidc-client.ts";
import { newPendingSignIn, type PendingSignIn, pendingCookie } from "./pending-sign-in.ts";
import { providerFailure } from "./provider-failure.ts";

/**
 * The authorization code flow with a provider: PKCE, state and nonce, and an ID token whose signature, issuer, audience,
 * times, nonce and `at_hash` are checked.
 */

export type OidcProfile = {
  subject: string;
  /** In lower case. */
  email: string | null;
  isEmailVerified: boolean;
  /** Whether the provider says that the address is not verified, or its issuer is shared by tenants. */
  isEmailDenied: boolean;
  name: string;
  claims: { readonly [claim: string]: unknown };
};

export const OIDC_CALLBACK_PATH = "/api/auth/oidc/callback";
const SCOPE = "openid email profile";
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;
/** How far the clock of the provider may be off. */
const CLOCK_TOLERANCE_SECONDS = 60;

export function redirectUriOf(baseUrl: string): string {
  return new URL(OIDC_CALLBACK_PATH, baseUrl).href;
}

/** Reads the provider's metadata. */
export function discoverProvider(
  context: Pick<IdentityContext, "log">,
  provider: OidcClient,
): Promise<client.Configuration> {
  const issuer = new URL(provider.issuer);
  const metadata = {
    client_secret: provider.clientSecret,
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  };
  return askProvider(context, provider, () =>
    client.discovery(issuer, provider.clientId, metadata, undefined, {
      [client.customFetch]: throughPolicy(provider.fetch),
      execute: [
        client.enableNonRepudiationChecks,
        // http is allowed if it was configured, for a provider on the same machine.
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    }),
  );
}

export type FlowStart = {
  /** The user to whom the provider's account is to be linked. */
  link: PersonId | null;
  /** The provider of an organization; null for that of the configuration. */
  providerId: string | null;
  /** The address that the user typed. */
  email: string | null;
};

/** Returns the authorization URL. */
export async function beginFlow(
  context: IdentityContext,
  { provider, config }: { provider: OidcClient; config: client.Configuration },
  { link, providerId, email }: FlowStart,
): Promise<{ url: string; cookies: ResponseCookies }> {
  const begun = newPendingSignIn(context, {
    ...{
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    },
    ...{ link, providerId },
  });
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUriOf(provider.baseUrl),
    scope: SCOPE,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    ...(email !== null && { login_hint: email }),
  });
  return { url: url.href, cookies: [pendingCookie(context, begun)] };
}

/** Exchanges the code of the redirect of the provider. Takes its path and query. */
export function finishFlow(
  context: IdentityContext,
  { provider, config }: { provider: OidcClient; config: client.Configuration },
  { begun, pathAndQuery }: { begun: PendingSignIn; pathAndQuery: string },
): Promise<OidcProfile> {
  return askProvider(context, provider, async () => {
    const tokens = await client.authorizationCodeGrant(config, new URL(pathAndQuery, provider.baseUrl), {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new Error("the provider gave no ID token");
    assertAccessTokenHash(tokens.id_token, { accessToken: tokens.access_token, expected: claims.at_hash });
    // Many providers include the address in the ID token only if there is no userinfo endpoint.
    const claimed =
      typeof claims.email === "string" || !config.serverMetadata().userinfo_endpoint
        ? claims
        : { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) };
    // Entra ID signs tokens of all its tenants with the issuer `…/{tenantid}/v2.0`, which openid-client completes.
    const isOfTenant = claims.iss === config.serverMetadata().issuer;
    return readProfile(claims.sub, { claims: claimed, isOfTenant });
  });
}

async function askProvider<T>(
  { log }: Pick<IdentityContext, "log">,
  { issuer, name }: OidcClient,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const notice = providerFailure(error);
    log.warn("identity.oidc_failed", { provider: name, issuer, notice, ...errorFacts(error) });
    throw new SignInRefusal("SERVICE_UNAVAILABLE", notice, { provider: name, cause: error });
  }
}

/** Source: OpenID Connect Core 1.0, section 3.1.3.8. The claim is optional. */
function assertAccessTokenHash(
  idToken: string,
  { accessToken, expected }: { accessToken: string; expected: unknown },
): void {
  if (expected === undefined) return;
  const header: unknown = JSON.parse(Buffer.from(idToken.split(".")[0] ?? "", "base64url").toString());
  const alg = typeof header === "object" && header !== null && "alg" in header ? String(header.alg) : "";
  const bits = /(?:256|384|512)$/.exec(alg)?.[0] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  if (digest.subarray(0, digest.length / 2).toString("base64url") === expected) return;
  throw new Error("at_hash of the ID token does not match the access token");
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

function readProfile(
  subject: string,
  { claims, isOfTenant }: { claims: { readonly [claim: string]: unknown }; isOfTenant: boolean },
): OidcProfile {
  const email =
    typeof claims.email === "string" &&
    claims.email.length <= EMAIL_LENGTH_MAX &&
    /^[^@\s]+@[^@\s]+$/.test(claims.email)
      ? claims.email.toLowerCase()
      : null;
  const name = typeof claims.name === "string" ? claims.name.trim().slice(0, NAME_LENGTH_MAX) : "";
  return {
    ...{ subject, email, claims, name: name || (email ?? "") },
    isEmailVerified: claims.email_verified === true,
    isEmailDenied: !isOfTenant || claims.email_verified === false || claims.email_verified === "false",
  };
}
