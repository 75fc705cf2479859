import { basicToken } from "@vedette/contract/checks/credentials.ts";
import type { ClientCredentials, HttpAuth } from "@vedette/contract/checks/http-auth.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { timeoutError } from "../timeout-error.ts";
import { clientToken, tokenCacheOf } from "./access-tokens.ts";
import { answerDigest } from "./digest.ts";
import {
  type FetchedResponse,
  type Visit,
  type VisitContext,
  type VisitHandler,
  visitUrl,
} from "./visit-url.ts";

/** The request, how to send it, and how it authenticates. */
export type AuthVisit = Omit<Visit, "identity" | "answer"> & { auth?: HttpAuth };

export type AuthVisitHandler = VisitHandler & {
  /** A credential was made or issued for this visit: it must not be shown. */
  onCredential(credential: string): void;
};

/** Requests a URL as `visitUrl` does, with the credentials of its `auth`. */
export function visitWithAuth(given: AuthVisit, ctx: VisitContext, handler: AuthVisitHandler): () => void {
  // Most checks need neither; a copy of the visit would cost each of them.
  if (given.auth === undefined && !given.proxy?.auth) return visitUrl(given, ctx, handler);
  const { auth, ...visit } = given;
  // Short passwords cannot be found in base64, so the whole credentials are hidden.
  if (visit.proxy?.auth) handler.onCredential(basicToken(visit.proxy.auth));
  switch (auth?.type) {
    case undefined:
      return visitUrl(visit, ctx, handler);
    case "basic": {
      const credentials = basicToken(auth);
      handler.onCredential(credentials);
      return visitUrl(withAuthorization(visit, `Basic ${credentials}`), ctx, handler);
    }
    case "bearer":
      return visitUrl(withAuthorization(visit, `Bearer ${auth.token}`), ctx, handler);
    case "digest": {
      const origin = URL.parse(visit.url)?.origin;
      return visitUrl(
        {
          ...visit,
          answer(request, head) {
            const answer = request.url.origin === origin ? answerDigest(request, head, auth) : null;
            // Together with the challenge, a response allows to try passwords.
            if (answer !== null) handler.onCredential(answer.response);
            return answer?.request ?? null;
          },
        },
        ctx,
        handler,
      );
    }
    case "mtls": {
      const { certificate, key } = auth;
      const origin = URL.parse(visit.url)?.origin ?? "";
      return visitUrl({ ...visit, identity: { certificate, key, origin } }, ctx, handler);
    }
    case "oauth2_client_credentials": {
      handler.onCredential(clientToken(auth));
      const visiting = new TokenVisit({ auth, visit }, ctx, handler);
      visiting.start().catch((error) => visiting.fail(error));
      return () => visiting.stop();
    }
  }
}

function withAuthorization(visit: Visit, value: string): Visit {
  return { ...visit, headers: { ...visit.headers, Authorization: value } };
}

/** A visit with an access token. A cached token that the server refuses is replaced once. */
class TokenVisit {
  readonly #given: { auth: ClientCredentials; visit: Visit };
  readonly #ctx: VisitContext;
  readonly #handler: AuthVisitHandler;
  readonly #endsAtMs: number;
  #deadline: NodeJS.Timeout | undefined;
  #cancel: (() => void) | null = null;
  #isDone = false;

  constructor(
    given: { auth: ClientCredentials; visit: Visit },
    ctx: VisitContext,
    handler: AuthVisitHandler,
  ) {
    this.#given = given;
    this.#ctx = ctx;
    this.#handler = handler;
    this.#endsAtMs = ctx.clock.monotonic() + given.visit.timeoutMs;
  }

  async start(): Promise<void> {
    const { auth, visit } = this.#given;
    const { proxy, verifyTls } = visit;
    const request = { auth, verifyTls, ...(proxy && { proxy }) };
    const tokens = tokenCacheOf(this.#ctx);
    const leftMs = this.#endsAtMs - this.#ctx.clock.monotonic();
    this.#deadline = setTimeout(
      () => this.#settle(withoutResponse(this.#timeoutError())),
      Math.max(0, leftMs),
    );
    const found = await tokens.get(request, this.#ctx);
    clearTimeout(this.#deadline);
    if (this.#isDone) return;
    if ("code" in found) {
      this.#settle(withoutResponse(found));
      return;
    }
    this.#handler.onCredential(found.token);
    this.#visit(found.token, (response) => {
      const isRefused = response.head?.statusCode === 401;
      if (isRefused) tokens.drop(request, found.token);
      if (isRefused && found.isCached) this.start().catch((error) => this.fail(error));
      else this.#settle(response);
    });
  }

  stop(): void {
    this.#isDone = true;
    clearTimeout(this.#deadline);
    this.#cancel?.();
  }

  fail(error: unknown): void {
    if (!(error instanceof RunnerError)) throw error;
    if (this.#isDone) return;
    this.stop();
    this.#handler.onInternalError(error);
  }

  #visit(token: string, onResponse: (response: FetchedResponse) => void): void {
    const timeoutMs = Math.max(1, Math.ceil(this.#endsAtMs - this.#ctx.clock.monotonic()));
    const visit = { ...withAuthorization(this.#given.visit, `Bearer ${token}`), timeoutMs };
    this.#cancel = visitUrl(visit, this.#ctx, {
      ...this.#handler,
      onResponse,
      onInternalError: (error) => this.fail(error),
    });
  }

  #timeoutError() {
    const { timeoutMs } = this.#given.visit;
    return this.#handler.hops?.timeoutError("auth") ?? timeoutError("auth", timeoutMs);
  }

  #settle(response: FetchedResponse): void {
    if (this.#isDone) return;
    this.stop();
    this.#handler.onResponse(response);
  }
}

function withoutResponse(error: FetchedResponse["error"]): FetchedResponse {
  return {
    error,
    head: null,
    body: null,
    ...{ ip: null, tls: null, redirectUrl: null, redirects: [], addresses: null, responseUs: null },
    timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
  };
}
