import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import type { FetchJson } from "../../../../platform/net/fetch-json.ts";

/**
 * The public keys of issuers of OIDC tokens, from OpenID Connect Discovery, cached. Users choose the issuers, so they are
 * reached through the egress policy, without redirects. Nothing that a token contains causes more requests than one a
 * minute for each issuer.
 */
export type IssuerKeys = {
  /** Returns the key of a token of this issuer. Throws an `AppError` if the issuer cannot be reached. */
  of(issuer: string): Promise<JWTVerifyGetKey>;
};

/** Issuers in memory; each takes a few kilobytes. */
const ISSUERS_MAX = 200;
const TTL_MS = 600_000;
/** An unknown key ID may be a new key. More tokens with one do not cause more requests. */
const REFRESH_INTERVAL_MS = 60_000;
/** After a failure, tokens are refused without a request. */
const FAILURE_TTL_MS = 5_000;
/** For both documents together. */
const DEADLINE_MS = 5_000;
const KEYS_MAX = 100;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }) });
const jwksSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(KEYS_MAX) });

type Entry = { atMs: number; keys: Promise<JWTVerifyGetKey>; hasFailed: boolean };

export function createIssuerKeys({ fetch, clock }: { fetch: FetchJson; clock: Clock }): IssuerKeys {
  /** By issuer, oldest first. */
  const entries = new Map<string, Entry>();

  /** Concurrent tokens share the requests. */
  function refresh(issuer: string): Entry {
    const entry: Entry = { atMs: clock.monotonic(), keys: loadKeys(fetch, issuer), hasFailed: false };
    entry.keys.catch(() => {
      entry.hasFailed = true;
    });
    entries.delete(issuer);
    entries.set(issuer, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ISSUERS_MAX) break;
      entries.delete(oldest);
    }
    return entry;
  }

  function current(issuer: string): Entry {
    const entry = entries.get(issuer);
    if (!entry) return refresh(issuer);
    const ageMs = clock.monotonic() - entry.atMs;
    return ageMs < (entry.hasFailed ? FAILURE_TTL_MS : TTL_MS) ? entry : refresh(issuer);
  }

  return {
    async of(issuer) {
      const entry = current(issuer);
      const keys = await entry.keys;
      return async (header, token) => {
        try {
          return await keys(header, token);
        } catch (error) {
          const isOld = clock.monotonic() - entry.atMs >= REFRESH_INTERVAL_MS;
          if (!(error instanceof errors.JWKSNoMatchingKey) || !isOld) throw error;
          const isLatest = entries.get(issuer) === entry;
          const latest = isLatest ? refresh(issuer) : current(issuer);
          return (await latest.keys)(header, token);
        }
      };
    },
  };
}

async function loadKeys(fetch: FetchJson, issuer: string): Promise<JWTVerifyGetKey> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const discovery = await read(
    fetch,
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    signal,
  );
  const { data: found } = discoverySchema.safeParse(discovery);
  if (!found) throw unreachable(issuer, "its OpenID configuration has no issuer and no jwks_uri with https");
  if (found.issuer !== issuer) throw unreachable(issuer, "its OpenID configuration names another issuer");
  const { data: jwks } = jwksSchema.safeParse(await read(fetch, found.jwks_uri, signal));
  if (!jwks) throw unreachable(issuer, "its jwks_uri has no list of keys");
  return createLocalJWKSet(jwks as JSONWebKeySet);
}

async function read(fetch: FetchJson, url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { method: "GET", headers: { accept: "application/json" }, signal });
    if (response.status !== 200) throw new Error(`it answered ${response.status}`);
    return await response.json();
  } catch (error) {
    throw unreachable(new URL(url).origin, error instanceof Error ? error.message : String(error), error);
  }
}

function unreachable(issuer: string, reason: string, cause?: unknown): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    `The keys of ${issuer} cannot be read: ${reason}. Try again later.`,
    {
      cause,
      retryAfterSeconds: FAILURE_TTL_MS / 1_000,
    },
  );
}
