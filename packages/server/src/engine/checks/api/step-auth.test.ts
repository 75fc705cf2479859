import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { HttpAuth } from "@vedette/contract/checks/http-auth.ts";
import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { expect, onTestFinished, test } from "vitest";
import { apiSpec, only, statuses, statusIs, step } from "../../../../test/servers/api-target.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runAttempt } from "../run-registry.ts";

/** Authentication of API steps beyond Basic and Bearer, and steps that always run. */

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const run = (
  steps: ApiStepSpec[],
  { values = {}, secretNames = [] as string[] } = {},
  ctx = checkContext(),
) => runAttempt({ ...apiSpec(steps, { values }), secretNames }, ctx);

test("a step gets an access token, shared with later steps and never shown", async () => {
  const tokens: string[] = [];
  const url = await start((request, response) => {
    if (request.url === "/token") {
      tokens.push(`token-canary-${tokens.length}`);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ access_token: tokens.at(-1), token_type: "Bearer", expires_in: 600 }));
      return;
    }
    const { authorization = "" } = request.headers;
    response.writeHead(authorization === `Bearer ${tokens.at(-1)}` ? 200 : 401).end(authorization);
  });
  const auth: HttpAuth = {
    type: "oauth2_client_credentials",
    token_url: `${url}/token`,
    client_id: "{{id}}",
    client_secret: "{{SECRET}}",
    scopes: [],
    audience: null,
    auth_method: "client_secret_post",
  };
  const outcome = await run([step(`${url}/a`, { auth }), step(`${url}/b`, { auth })], {
    values: { id: "shop", SECRET: "secret-canary" },
    secretNames: ["SECRET"],
  });
  expect([outcome.error, statuses(outcome)]).toEqual([null, ["passed", "passed"]]);
  expect(tokens).toHaveLength(1);
  expect(outcome.steps[0]?.request?.headers.Authorization).toBe("Bearer ••••");
  expect(outcome.steps[0]?.response?.body).toBe("Bearer ••••");
  expect(JSON.stringify(outcome)).not.toMatch(/canary/);
});

test("a token endpoint that fails is AUTH_FAILED and keeps the run from being judged", async () => {
  const url = await start((_, response) => void response.writeHead(503).end());
  const auth: HttpAuth = {
    type: "oauth2_client_credentials",
    ...{ token_url: `${url}/token`, client_id: "a", client_secret: "b" },
    ...{ scopes: [], audience: null, auth_method: "client_secret_basic" },
  };
  const outcome = await run([step(url, { auth })]);
  expect(only(outcome).error).toMatchObject({
    code: "AUTH_FAILED",
    message: expect.stringContaining("status 503"),
  });
});

test("a step shows a client certificate whose key comes from a secret", async () => {
  const tls = await createTlsFixtures();
  const options = { ...tls.valid, requestCert: true, rejectUnauthorized: false, ca: tls.ca };
  const server = createTlsServer(options, (request, response) => {
    response.writeHead((request.socket as TLSSocket).authorized ? 200 : 403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const auth = { type: "mtls", certificate: tls.valid.cert, key: "{{KEY}}" } as const;
  const ctx = checkContext({ extraCa: [tls.ca] });
  const values = { KEY: tls.valid.key };
  const sealed = await run([step(url, { auth })], { values, secretNames: ["KEY"] }, ctx);
  expect([sealed.error, statuses(sealed)]).toEqual([null, ["passed"]]);
  expect(JSON.stringify(sealed)).not.toContain("PRIVATE KEY");
  const plain = await run([step(url, { auth })], { values }, ctx);
  expect(only(plain).error).toEqual({
    code: "INVALID_REQUEST",
    message: "cannot be sent: auth.key must reference a secret variable; 'KEY' is not one",
  });
});

test("a step that always runs also runs after a failure, and not after the timeout of the run", async () => {
  const paths: string[] = [];
  const url = await start((request, response) => {
    paths.push(request.url ?? "");
    if (request.url !== "/slow") response.writeHead(request.url === "/fails" ? 500 : 200).end();
  });
  const cleanup = step(`${url}/cleanup`, { alwaysRun: true });
  const failed = await run([step(`${url}/fails`, {}), step(`${url}/next`, {}), cleanup]);
  expect(statuses(failed)).toEqual(["failed", "skipped", "passed"]);
  expect(failed.error).toMatchObject({ stepIndex: 0 });
  expect(paths).toEqual(["/fails", "/cleanup"]);
  const spec = apiSpec([step(`${url}/slow`, { assertions: [statusIs(200)] }), cleanup]);
  const late = await runAttempt({ ...spec, timeoutMs: 100 }, checkContext());
  expect(statuses(late)).toEqual(["failed", "skipped"]);
});
