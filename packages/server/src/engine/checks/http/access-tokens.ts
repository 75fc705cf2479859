import { createHash } from "node:crypto";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { basicToken } from "@vedette/contract/checks/credentials.ts";
import type { ClientCredentials } from "@vedette/contract/checks/http-auth.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import { bodyText, decodeBody } from "./decode-body.ts";
import { headerText } from "./evaluate-response.ts";
import type { HopOptions } from "./hop.ts";
import { type FetchedResponse, type VisitContext, visitUrl } from "./visit-url.ts";

/** Access tokens of the OAuth 2 client credentials grant. Source: RFC 6749, section 4.4. */

export type TokenRequest = { auth: ClientCredentials } & Pick<HopOptions, "proxy" | "verifyTls">;
/** `isCached`: not requested for this check, so the server may have revoked it since. */
export type AccessToken = { token: string; isCached: boolean };

/** A token request ends by then, also if the check that started it has ended. */
const REQUEST_DEADLINE_MS = 30_000;
/** A token is not used so shortly before it expires. */
const LEEWAY_MS = 30_000;
const LIFETIME_MAX_MS = 86_400_000;
const TOKENS_MAX = 1_000;
const SHOWN_MAX = 200;

type Cached = { token: string; expiresAtMs: number };

class TokenCache {
  readonly #tokens = new Map<string, Cached>();
  readonly #requests = new Map<string, Promise<string | CheckError>>();

  /** Returns a token that is still valid, or requests one; concurrent callers share the request. */
  async get(request: TokenRequest, ctx: VisitContext): Promise<AccessToken | CheckError> {
    const name = nameOf(request);
    const cached = this.#tokens.get(name);
    if (cached && cached.expiresAtMs > ctx.clock.now()) return { token: cached.token, isCached: true };
    const running = this.#requests.get(name) ?? this.#request(name, request, ctx);
    const token = await running;
    return typeof token === "string" ? { token, isCached: false } : token;
  }

  /** Removes a token that the server did not accept. */
  drop(request: TokenRequest, token: string): void {
    const name = nameOf(request);
    if (this.#tokens.get(name)?.token === token) this.#tokens.delete(name);
  }

  #request(name: string, request: TokenRequest, ctx: VisitContext): Promise<string | CheckError> {
    const running = requestToken(request, ctx)
      .then((issued) => {
        if ("code" in issued) return issued;
        if (issued.expiresAtMs > ctx.clock.now()) this.#keep(name, issued);
        return issued.token;
      })
      .finally(() => this.#requests.delete(name));
    this.#requests.set(name, running);
    return running;
  }

  #keep(name: string, issued: Cached): void {
    const oldest = this.#tokens.size >= TOKENS_MAX ? this.#tokens.keys().next().value : undefined;
    if (oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(name, issued);
  }
}

const caches = new WeakMap<Egress, TokenCache>();

/** The tokens of a thread. Equal requests share a token: they know the same credentials. */
export function tokenCacheOf({ egress }: Pick<VisitContext, "egress">): TokenCache {
  const cache = caches.get(egress) ?? new TokenCache();
  caches.set(egress, cache);
  return cache;
}

/** The name contains the credentials, so it is stored as a hash. */
function nameOf(request: TokenRequest): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64");
}

async function requestToken(
  { auth, verifyTls, proxy }: TokenRequest,
  ctx: VisitContext,
): Promise<Cached | CheckError> {
  const requestedAtMs = ctx.clock.now();
  const response = await fetchResponse(
    {
      ...{ url: auth.token_url, method: "POST", ...formOf(auth) },
      ...{ followRedirects: false, verifyTls, timeoutMs: REQUEST_DEADLINE_MS },
      ...(proxy && { proxy }),
    },
    ctx,
  );
  const { error, head, body } = response;
  if (error !== null) return error.code === "PROXY_FAILED" ? error : authFailed(error.message);
  if (head === null || body === null) return authFailed("it redirected the request");
  const decoded = await decodeBody(body.kept(), headerText(head.headers["content-encoding"]));
  if ("code" in decoded) return authFailed(decoded.message);
  const document = parsed(bodyText(decoded, headerText(head.headers["content-type"])));
  if (head.statusCode !== 200) return authFailed(refusal(head.statusCode, document));
  const { access_token: token, token_type: type, expires_in: seconds } = document;
  if (typeof token !== "string" || token === "") return authFailed("its answer has no access_token");
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    return authFailed(`its tokens have the type ${shortened(type)}, and only bearer is supported`);
  const lifetimeMs = Math.min(Number(seconds) * 1_000 || 0, LIFETIME_MAX_MS);
  return { token, expiresAtMs: requestedAtMs + lifetimeMs - LEEWAY_MS };
}

/** Returns the credentials of a client in the Basic scheme, form-encoded before. Source: RFC 6749, section 2.3.1. */
export function clientToken({ client_id, client_secret }: ClientCredentials): string {
  return basicToken({ username: formEncoded(client_id), password: formEncoded(client_secret) });
}

function formOf(auth: ClientCredentials) {
  const { client_id, client_secret, scopes, audience, auth_method } = auth;
  const isPost = auth_method === "client_secret_post";
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(audience && { audience }),
    ...(isPost && { client_id, client_secret }),
  });
  return {
    headers: {
      Accept: "application/json",
      "Content-Type": "application/x-www-form-urlencoded",
      ...(!isPost && { Authorization: `Basic ${clientToken(auth)}` }),
    },
    body: form.toString(),
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

type VisitOptions = Parameters<typeof visitUrl>[0];

function fetchResponse(visit: VisitOptions, ctx: VisitContext): Promise<FetchedResponse> {
  return new Promise((resolve, reject) => {
    visitUrl(visit, ctx, { bodyUse: "text", onResponse: resolve, onInternalError: reject });
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Says why a server refused, in its words. Source: RFC 6749, section 5.2. */
function refusal(statusCode: number, { error, error_description: description }: Record<string, unknown>) {
  const words = [error, description].filter((word) => typeof word === "string").join(": ");
  return `it answered with status ${statusCode}${words === "" ? "" : ` (${shortened(words)})`}`;
}

/** By the ellipsis, the masker recognizes the beginning of a secret at the end. */
function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

function authFailed(reason: string): CheckError {
  return {
    code: "AUTH_FAILED",
    message: `the token endpoint gave no access token: ${reason}`,
    phase: "auth",
  };
}
