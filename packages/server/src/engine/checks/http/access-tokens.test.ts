import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClientCredentials } from "@vedette/contract/checks/http-auth.ts";
import Provider from "oidc-provider";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  type RawServer,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { maskOutcome } from "../mask-outcome.ts";
import { runCheck } from "../registry.ts";

/** OAuth 2 client credentials with tokens of a real authorization server. */

const SECRET = "a client secret: /+&%";
const CUT_SECRET = "c4nary-c4nary-c4nary-c4nary-c4nary-c4nary";
const RESOURCE = "urn:shop";
const BODY_IS_OK = [{ type: "body", property: null, operator: "equals", value: "ok" }] as const;

type Target = RawServer & { accepts: (token: string) => Promise<boolean> };

describe("OAuth 2 client credentials", () => {
  let server: Server;
  let issuer: string;
  let tokenRequests = 0;
  let lifetimeSeconds = 600;
  let provider: Provider;
  let target: Target;

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = {
      client_secret: SECRET,
      scope: "read write",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    };
    provider = new Provider(issuer, {
      clients: [
        { ...client, client_id: "basic client", token_endpoint_auth_method: "client_secret_basic" },
        { ...client, client_id: "post-client", token_endpoint_auth_method: "client_secret_post" },
      ],
      scopes: ["read", "write", "admin"],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      ttl: { ClientCredentials: () => lifetimeSeconds },
    });
    const handle = provider.callback();
    server.on("request", (request, response) => {
      if (request.url === "/token") tokenRequests += 1;
      void handle(request, response);
    });
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    tokenRequests = 0;
    lifetimeSeconds = 600;
    const started: RawServer = await startRawServer((socket, request) => {
      const token = /\r\nAuthorization: Bearer (\S+)/i.exec(request)?.[1] ?? "";
      void target.accepts(token).then((isValid) => {
        const [status, body] = isValid ? ["200 OK", "ok"] : ["401 Unauthorized", `not ${token}`];
        socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      });
    });
    target = Object.assign(started, {
      accepts: async (token: string) => (await provider.ClientCredentials.find(token)) !== undefined,
    });
  });
  afterEach(() => target.close());

  const authOf = (change: Partial<ClientCredentials> = {}): ClientCredentials => ({
    type: "oauth2_client_credentials",
    token_url: `${issuer}/token`,
    client_id: "basic client",
    client_secret: SECRET,
    scopes: ["read", "write"],
    audience: null,
    auth_method: "client_secret_basic",
    ...change,
  });
  const check = (auth: ClientCredentials, ctx = checkContext(), changes = {}) =>
    runCheck(httpSpec(target.url, { auth, assertions: BODY_IS_OK, ...changes }), ctx);

  test.each([
    ["client_secret_basic", "basic client"],
    ["client_secret_post", "post-client"],
  ] as const)("gets a token with %s and shares it while it is valid", async (auth_method, client_id) => {
    const [auth, ctx] = [authOf({ auth_method, client_id }), checkContext()];
    const outcomes = await Promise.all([check(auth, ctx), check(auth, ctx)]);
    outcomes.push(await check(auth, ctx));
    expect(outcomes.map(({ error, status }) => [error, status])).toEqual(Array(3).fill([null, "up"]));
    expect(tokenRequests).toBe(1);
    expect(outcomes[0]?.timings.dnsUs).toBeNull();
  });

  test("requests another token when it is about to expire, and for other scopes", async () => {
    const ctx = checkContext();
    lifetimeSeconds = 20;
    for (const _ of [1, 2]) expect(await check(authOf(), ctx)).toMatchObject({ status: "up" });
    expect(tokenRequests).toBe(2);
    lifetimeSeconds = 600;
    await check(authOf({ scopes: ["read"] }), ctx);
    await check(authOf({ scopes: ["write"] }), ctx);
    expect(tokenRequests).toBe(4);
  });

  test("replaces a cached token that the target refuses, once, within the same attempt", async () => {
    const ctx = checkContext();
    await check(authOf(), ctx);
    const first = /Bearer (\S+)/.exec(target.received[0] ?? "")?.[1] ?? "";
    await (await provider.ClientCredentials.find(first))?.destroy();
    expect(await check(authOf(), ctx)).toMatchObject({ status: "up", attempts: 1 });
    expect(tokenRequests).toBe(2);
    target.accepts = () => Promise.resolve(false);
    const refused = await check(authOf(), ctx, { assertions: [] });
    expect(refused).toMatchObject({ status: "down", statusCode: 401, attempts: 1 });
    expect(tokenRequests).toBe(3);
  });

  test("a token that the target echoes is not shown", async () => {
    target.accepts = () => Promise.resolve(false);
    const outcome = await check(authOf());
    const tokens = target.received.map((request) => /Bearer (\S+)/.exec(request)?.[1] ?? "");
    expect(outcome.assertions[0]?.actual).toBe("not ••••");
    for (const token of tokens) expect(JSON.stringify(outcome)).not.toContain(token);
  });

  test.each<[string, Partial<ClientCredentials>, RegExp]>([
    ["a wrong secret", { client_secret: "wrong-secret" }, /status 401 \(invalid_client/],
    ["a scope of another client", { scopes: ["admin"] }, /status 400 \(invalid_scope/],
    ["another resource than a token endpoint", { token_url: "http://127.0.0.1:1/" }, /refused/],
  ])("%s is AUTH_FAILED", async (_name, change, message) => {
    const outcome = await check(authOf(change));
    expect(outcome).toMatchObject({ status: "error", error: { code: "AUTH_FAILED", phase: "auth" } });
    expect(outcome.error?.message).toMatch(message);
    expect(JSON.stringify(outcome)).not.toContain("wrong-secret");
    expect(target.received).toEqual([]);
  });

  test.each([
    ["in the reason of a refusal", "400 No", (text: string) => ({ error: "e", error_description: text })],
    ["as the type of a token", "200 OK", (text: string) => ({ access_token: "a", token_type: text })],
  ])("a secret that is cut off %s is not shown", async (_name, status, answer) => {
    for (let before = 170; before < 200; before += 5) {
      const body = JSON.stringify(answer(`${"-".repeat(before)}${CUT_SECRET}`));
      const endpoint = await startAnswering(
        `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      const auth = authOf({ token_url: endpoint.url, client_secret: CUT_SECRET });
      const outcome = await runCheck(httpSpec(target.url, { auth }), checkContext());
      await endpoint.close();
      const { error } = maskOutcome(outcome, { mask: [CUT_SECRET] });
      expect(error?.message).toContain("--");
      expect(error?.message).not.toMatch(/c4na/);
    }
  });

  test.each([
    ["no JSON", "hello", "no access_token"],
    ["another type of token", '{"access_token": "a", "token_type": "mac"}', "the type mac"],
  ])("a token endpoint that answers %s is AUTH_FAILED", async (_name, body, message) => {
    const endpoint = await startAnswering(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const outcome = await check(authOf({ token_url: endpoint.url }));
    expect(outcome.error).toMatchObject({ code: "AUTH_FAILED", message: expect.stringContaining(message) });
    await endpoint.close();
  });

  test("a token endpoint that never answers ends with the timeout of the check", async () => {
    const silent = await startRawServer(() => {});
    const auth = authOf({ token_url: silent.url, audience: RESOURCE });
    const outcome = await check(auth, checkContext(), { timeoutMs: 200 });
    expect(outcome).toMatchObject({
      status: "error",
      responseUs: null,
      error: { code: "AUTH_FAILED", phase: "auth", message: expect.stringContaining("within 0.2 s") },
    });
    expect(silent.received[0]).toContain("&audience=urn%3Ashop");
    await silent.close();
  });
});
