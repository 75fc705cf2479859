import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { createTlsFixtures } from "../tls-fixtures.ts";

/** An issuer of OIDC tokens of CI jobs, as GitHub Actions and GitLab are: discovery, keys and signed tokens over HTTPS. */
export type CiIssuer = {
  issuer: string;
  /** Requests per path. */
  requests: Map<string, number>;
  /** Replaces the response of a path, or restores it with null. */
  answer(path: string, with_: ((response: ServerResponse) => void) | null): void;
  /** Signs with the published key. */
  sign(claims?: JWTPayload, header?: Record<string, string>): Promise<string>;
  /** Replaces the key. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
};

export const CI_AUDIENCE = "https://monitoring.example.org";
export const CI_SUBJECT = "repo:acme/shop:ref:refs/heads/main";
/** A trust that is stored, but whose issuer is never asked. */
export const CI_TRUST = {
  issuer: "https://token.actions.githubusercontent.com",
  audience: CI_AUDIENCE,
  subject: CI_SUBJECT,
  projects: ["shop"],
};
const ALGORITHM = "RS256";

export async function startCiIssuer(): Promise<CiIssuer> {
  const { valid } = await createTlsFixtures();
  const requests = new Map<string, number>();
  const answers = new Map<string, (response: ServerResponse) => void>();
  let signing = await newKey();
  const server = createServer({ key: valid.key, cert: valid.cert }, (request, response) => {
    const path = request.url ?? "";
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const own = answers.get(path);
    if (own) return own(response);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const documents: Record<string, unknown> = {
      "/.well-known/openid-configuration": { issuer, jwks_uri: `${issuer}/jwks` },
      "/jwks": { keys: [signing.jwk] },
    };
    const document = documents[request.url ?? ""];
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  }
  return {
    issuer,
    requests,
    answer: (path, with_) => void (with_ ? answers.set(path, with_) : answers.delete(path)),
    sign: (claims = {}, header = {}) =>
      new SignJWT({ iss: issuer, aud: CI_AUDIENCE, sub: CI_SUBJECT, ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.jwk.kid ?? "", ...header })
        .setIssuedAt(claims.iat ?? Math.floor(Date.now() / 1_000))
        .setExpirationTime(claims.exp ?? "5m")
        .sign(signing.privateKey),
    async rotate() {
      signing = await newKey();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let made = 0;

async function newKey() {
  made += 1;
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const jwk = { ...(await exportJWK(publicKey)), kid: `key-${made}`, alg: ALGORITHM, use: "sig" };
  return { privateKey, jwk };
}
