import { createHmac } from "node:crypto";
import type { CodeToken } from "@vedette/contract/code/trusts/code-trusts.ts";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { CI_AUDIENCE, CI_SUBJECT, type CiIssuer, startCiIssuer } from "../../../../test/servers/ci-issuer.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { type Clock, systemClock } from "../../../platform/kernel/clock.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy, type EgressMode } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { dropExpiredTokenKeys } from "../api-keys/service-token-keys.ts";
import { createIssuerKeys } from "./oidc/issuer-keys.ts";

/** Real tokens of a local issuer, over HTTPS. */

const CONFIGURATION = "/.well-known/openid-configuration";
const DAY_MS = 86_400_000;

let issuer: CiIssuer;
let running: TestApp;
let org: TestOrg;
/** Moves the clock that the server sees. */
let offsetMs = 0;
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + offsetMs,
  monotonic: () => systemClock.monotonic() + offsetMs,
};
beforeAll(async () => {
  issuer = await startCiIssuer();
  running = await startTestApp({ fetchIssuer: await fetchWith("self-hosted"), clock });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterEach(() => {
  offsetMs = 0;
  for (const path of [CONFIGURATION, "/jwks"]) issuer.answer(path, null);
});
afterAll(async () => {
  await running.stop();
  await issuer.stop();
});

async function fetchWith(mode: EgressMode) {
  const { ca } = await createTlsFixtures();
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return createFetchJson(createEgress({ policy, extraCa: [ca] }));
}

const call = (method: "GET" | "POST" | "DELETE", path: string, payload?: object, key = org.keys.admin) =>
  running.call(key, { method, url: `/api/v1/code/${path}`, ...(payload && { payload }) });

async function trust(changes: object = {}): Promise<string> {
  const input = { issuer: issuer.issuer, audience: CI_AUDIENCE, subject: CI_SUBJECT, projects: ["shop"] };
  const response = await call("POST", "trusts", { ...input, ...changes });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data.id;
}

const exchange = (trustId: string, token: string) =>
  running.call(null, { method: "POST", url: "/api/v1/code/token", payload: { trust_id: trustId, token } });

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a trusted token", () => {
  test("is exchanged for a key of scope code that expires after 15 minutes", async () => {
    const id = await trust({ projects: ["shop", "team-*"] });
    const response = await exchange(id, await issuer.sign());
    const data: CodeToken = response.json().data;
    expect([response.statusCode, data]).toMatchObject([201, { projects: ["shop", "team-*"] }]);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(Math.round((Date.parse(data.expires_at) - Date.now()) / 60_000)).toBe(15);
    const use = () =>
      running.call(data.key, { method: "POST", url: "/api/v1/monitors/try", payload: { type: "url" } });
    expect((await use()).statusCode).toBe(400);
    expect((await running.call(data.key, { method: "GET", url: "/api/v1/monitors" })).statusCode).toBe(403);
    offsetMs = 15 * 60_000;
    expect((await use()).statusCode).toBe(401);
  });

  test("appears in the list of trusts and in the audit log, without the token and the key", async () => {
    const id = await trust();
    const token = await issuer.sign();
    const { key } = (await exchange(id, token)).json().data;
    const [listed] = (await call("GET", "trusts")).json().data;
    expect(listed).toMatchObject({ id, subject: CI_SUBJECT, last_used_at: expect.stringMatching(/Z$/) });
    const log = await running.call(org.keys.admin, {
      method: "GET",
      url: "/api/v1/audit-log?action=api_key.create",
    });
    expect(log.json().data).toMatchObject([
      { actor: { kind: "system", name: `OIDC ${CI_SUBJECT}` }, after: { trust_id: id, projects: ["shop"] } },
    ]);
    const stored = await running.database.rows(sql`select row_to_json(e)::text as entry from audit_entry e`);
    for (const secret of [token, key.slice(16)]) expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("may be of another branch, if the pattern says so, and of several audiences", async () => {
    const id = await trust({ subject: "repo:acme/*:ref:refs/heads/*" });
    const sub = "repo:acme/blog:ref:refs/heads/next";
    expect((await exchange(id, await issuer.sign({ sub, aud: ["other", CI_AUDIENCE] }))).statusCode).toBe(
      201,
    );
  });

  test("is exchanged several times, also at once", async () => {
    const id = await trust();
    const token = await issuer.sign();
    const responses = await Promise.all([exchange(id, token), exchange(id, token), exchange(id, token)]);
    expect(new Set(responses.map((response) => response.json().data.key)).size).toBe(3);
  });

  test("is worth nothing after the trust is deleted, nor are its keys", async () => {
    const id = await trust();
    const token = await issuer.sign();
    const { key } = (await exchange(id, token)).json().data;
    expect((await call("DELETE", `trusts/${id}`)).statusCode).toBe(200);
    const tried = await running.call(key, { method: "POST", url: "/api/v1/monitors/try", payload: {} });
    expect([tried.statusCode, (await exchange(id, token)).statusCode]).toEqual([401, 401]);
    expect((await call("DELETE", `trusts/${id}`)).statusCode).toBe(404);
  });

  test("leaves a key that is deleted a week after its end, and no other key is", async () => {
    const id = await trust();
    await exchange(id, await issuer.sign());
    const count = async () =>
      (await running.database.rows(sql`select id from api_key where org_id = ${org.orgId}`)).length;
    const before = await count();
    const at = (days: number) => ({ ...systemClock, now: () => Date.now() + days * DAY_MS });
    await dropExpiredTokenKeys({ database: running.database, clock: at(6) });
    expect(await count()).toBe(before);
    await dropExpiredTokenKeys({ database: running.database, clock: at(8) });
    expect(await count()).toBe(before - 1);
  });
});

describe("a token is rejected", () => {
  const rejects = async (token: string, reason: RegExp, changes: object = {}) => {
    const response = await exchange(await trust(changes), token);
    expect([response.statusCode, response.json().error]).toEqual([
      401,
      { code: "UNAUTHORIZED", message: expect.stringMatching(reason) },
    ]);
  };

  test("with the algorithm none", async () => {
    const claims = {
      iss: issuer.issuer,
      aud: CI_AUDIENCE,
      sub: CI_SUBJECT,
      iat: inSeconds(0),
      exp: inSeconds(300),
    };
    await rejects(`${encode({ alg: "none" })}.${encode(claims)}.`, /algorithm|signature/);
  });

  test("with an HMAC whose secret is the public key", async () => {
    const claims = {
      iss: issuer.issuer,
      aud: CI_AUDIENCE,
      sub: CI_SUBJECT,
      iat: inSeconds(0),
      exp: inSeconds(300),
    };
    const text = `${encode({ alg: "HS256", kid: "key-1" })}.${encode(claims)}`;
    const signature = createHmac("sha256", "public key").update(text).digest("base64url");
    await rejects(`${text}.${signature}`, /algorithm/);
  });

  test("signed with a key that the issuer does not have", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const [header = ""] = (await issuer.sign()).split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    const token = await new SignJWT({ iss: issuer.issuer, aud: CI_AUDIENCE, sub: CI_SUBJECT })
      .setProtectedHeader({ alg: "RS256", kid })
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
    await rejects(token, /signature/);
  });

  test("with changed claims", async () => {
    const [header, , signature] = (await issuer.sign()).split(".");
    const claims = {
      iss: issuer.issuer,
      aud: CI_AUDIENCE,
      sub: CI_SUBJECT,
      iat: inSeconds(0),
      exp: inSeconds(9_999),
    };
    await rejects(`${header}.${encode(claims)}.${signature}`, /signature/);
  });

  test("of another audience, subject or issuer, or outside its time", async () => {
    await rejects(await issuer.sign({ aud: "https://other.example" }), /'aud'/);
    await rejects(
      await issuer.sign({ sub: "repo:acme/shop:pull_request" }),
      /subject 'repo:acme\/shop:pull_request'/,
    );
    await rejects(await issuer.sign({ iss: "https://evil.example" }), /issuer/);
    await rejects(await issuer.sign({ iat: inSeconds(-900), exp: inSeconds(-300) }), /expired/);
    await rejects(await issuer.sign({ nbf: inSeconds(600) }), /'nbf'/);
  });

  test("that is no token, and for a trust that does not exist", async () => {
    await rejects("a.b.c", /JSON Web Token/);
    await rejects("x", /JSON Web Token/);
    const unknown = await exchange("01900000-0000-7000-8000-000000000000", await issuer.sign());
    expect([unknown.statusCode, (await exchange("x", "x")).statusCode]).toEqual([401, 401]);
  });

  test("that is larger than tokens are", async () => {
    const response = await exchange(await trust(), "x".repeat(20_000));
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "token"]);
  });
});

describe("the issuer", () => {
  const keysAt = async (mode: EgressMode) => createIssuerKeys({ fetch: await fetchWith(mode), clock });
  const requests = (path: string) => issuer.requests.get(path) ?? 0;

  test("is asked once for many tokens, and again for a new key at most once a minute", async () => {
    const id = await trust();
    offsetMs = DAY_MS;
    const claims = { iat: inSeconds(DAY_MS / 1_000), exp: inSeconds(DAY_MS / 1_000 + 3_000) };
    const before = requests("/jwks");
    const many = await Promise.all(
      Array.from({ length: 10 }, async () => exchange(id, await issuer.sign(claims))),
    );
    expect([many.every((response) => response.statusCode === 201), requests("/jwks") - before]).toEqual([
      true,
      1,
    ]);
    const flood = await Promise.all(
      Array.from({ length: 30 }, async (_, nr) =>
        exchange(id, await issuer.sign(claims, { kid: `unknown-${nr}` })),
      ),
    );
    expect([flood.every((response) => response.statusCode === 401), requests("/jwks") - before]).toEqual([
      true,
      1,
    ]);
    offsetMs += 61_000;
    await issuer.rotate();
    const rotated = await Promise.all(
      Array.from({ length: 5 }, async () => exchange(id, await issuer.sign(claims))),
    );
    expect(rotated.map((response) => response.statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(requests("/jwks") - before).toBe(2);
  });

  test.each([
    ["redirects", CONFIGURATION, 302, {}],
    ["redirects its keys", "/jwks", 302, {}],
    ["fails", CONFIGURATION, 500, {}],
    [
      "names another issuer",
      CONFIGURATION,
      200,
      { issuer: "https://evil.example", jwks_uri: "https://evil.example/" },
    ],
    ["has keys without https", CONFIGURATION, 200, { issuer: "", jwks_uri: "http://127.0.0.1/" }],
    ["has no keys", "/jwks", 200, { keys: "none" }],
    [
      "has more keys than issuers have",
      "/jwks",
      200,
      { keys: Array.from({ length: 101 }, () => ({ kty: "RSA" })) },
    ],
  ])("that %s is not trusted", async (_what, path, status, document) => {
    issuer.answer(path, (response) => {
      response.writeHead(status, { location: `${issuer.issuer}/elsewhere` }).end(JSON.stringify(document));
    });
    await expect((await keysAt("self-hosted")).of(issuer.issuer)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(requests("/elsewhere")).toBe(0);
  });

  test("at a private address is not asked where the egress policy forbids it", async () => {
    const before = requests(CONFIGURATION);
    await expect((await keysAt("hosted")).of(issuer.issuer)).rejects.toThrow(/cannot be read/);
    expect(requests(CONFIGURATION)).toBe(before);
  });

  test("that fails is asked again after seconds, not for each token", async () => {
    const keys = await keysAt("self-hosted");
    issuer.answer(CONFIGURATION, (response) => response.writeHead(503).end());
    const before = requests(CONFIGURATION);
    for (let tries = 0; tries < 5; tries++) await expect(keys.of(issuer.issuer)).rejects.toThrow(/503/);
    expect(requests(CONFIGURATION) - before).toBe(1);
    issuer.answer(CONFIGURATION, null);
    offsetMs = 6_000;
    await expect(keys.of(issuer.issuer)).resolves.toBeTypeOf("function");
  });
});

describe("a trust", () => {
  test.each([
    [{ subject: "*" }, "subject"],
    [{ subject: "repo:*" }, "subject"],
    [{ subject: "repo:acme*" }, "subject"],
    [{ issuer: "http://issuer.example" }, "issuer"],
    [{ issuer: "https://user@issuer.example" }, "issuer"],
    [{ issuer: "https://issuer.example?x=1" }, "issuer"],
    [{ audience: "" }, "audience"],
    [{ projects: [] }, "projects"],
    [{ projects: undefined }, "projects"],
    [{ scope: "admin" }, "scope"],
  ])("with %j is rejected and the error names the field", async (changes, field) => {
    const valid = { issuer: issuer.issuer, audience: CI_AUDIENCE, subject: CI_SUBJECT, projects: ["shop"] };
    const response = await call("POST", "trusts", { ...valid, ...changes });
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, field]);
  });

  test("is managed by admins only, and seen in its organization only", async () => {
    const id = await trust();
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const asMember = await running.callAs(member, { method: "GET", url: "/api/v1/code/trusts" });
    expect([asMember.statusCode, (await call("GET", "trusts", undefined, org.keys.code)).statusCode]).toEqual(
      [403, 403],
    );
    const stranger = await makeOrg(running.database);
    expect((await call("GET", "trusts", undefined, stranger.keys.admin)).json().data).toEqual([]);
    expect((await call("DELETE", `trusts/${id}`, undefined, stranger.keys.admin)).statusCode).toBe(404);
    expect((await exchange(id, await issuer.sign())).statusCode).toBe(201);
  });
});
