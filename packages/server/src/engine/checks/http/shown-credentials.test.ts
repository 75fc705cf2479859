import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpAuth } from "@vedette/contract/checks/http-auth.ts";
import { expect, onTestFinished, test } from "vitest";
import { apiSpec, step } from "../../../../test/servers/api-target.ts";
import { checkContext, httpSpec } from "../../../../test/servers/raw-server.ts";
import { maskOutcome } from "../mask-outcome.ts";
import { runCheck } from "../registry.ts";
import { runAttempt } from "../run-registry.ts";

/** A target, a token endpoint or a proxy that echoes its credentials: no outcome shows them in any form. */

const PIN = "k7";
const CLIENT = { type: "oauth2_client_credentials", client_id: "shop", client_secret: PIN } as const;
const GRANT = { scopes: [] as string[], audience: null, auth_method: "client_secret_basic" } as const;
const USER = { username: "ann", password: PIN };
const proxied = (url: string) => ({ proxy: { url, auth: USER } });

/** Echoes the credentials after it asked for them, also as a token endpoint and as a proxy. */
const echo: RequestListener = ({ url, headers }, response) => {
  const sent = headers.authorization ?? headers["proxy-authorization"] ?? "";
  if (url === "/token") {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: "invalid_client", error_description: `not ${sent}` }));
  } else if (url === "/digest" && sent === "") {
    response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' }).end();
  } else {
    const proof = /response="(\w+)"/.exec(sent)?.[1] ?? sent.replace(/^\w+ /, "");
    response.writeHead(200, { "x-echo": proof, "authentication-info": `rspauth="${proof}"` });
    response.end(`you sent ${proof}`);
  }
};

async function start(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const sent = request.headers.authorization ?? request.headers["proxy-authorization"] ?? "";
    if (sent !== "") seen.push(/response="(\w+)"/.exec(sent)?.[1] ?? sent.replace(/^\w+ /, ""));
    echo(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const isNever = [
  { type: "body", property: null, operator: "equals", value: "never so" },
  { type: "header", property: "x-echo", operator: "equals", value: "never so" },
] as const;
const ways: [name: string, auth: (url: string) => HttpAuth | null][] = [
  ["Basic with a short password", () => ({ type: "basic", ...USER })],
  ["the response of Digest", () => ({ type: "digest", ...USER })],
  ["a client of OAuth 2", (url) => ({ ...CLIENT, ...GRANT, token_url: `${url}/token` })],
];

test.each([...ways, ["a proxy", () => null] as const])(
  "a monitor shows no credentials of %s",
  async (_, of) => {
    const { url, seen } = await start();
    const auth = of(url);
    const spec = httpSpec(`${url}/${auth?.type}`, {
      ...(auth ? { auth } : proxied(url)),
      assertions: isNever,
    });
    const outcome = maskOutcome(await runCheck(spec, checkContext()), { mask: [PIN] });
    expect(outcome.error?.message).toContain("••••");
    expect(seen).not.toEqual([]);
    for (const sent of seen) expect(JSON.stringify(outcome)).not.toContain(sent);
  },
);

test.each(ways)("an API step shows no credentials of %s", async (_, of) => {
  const { url, seen } = await start();
  const auth = of(url);
  const steps = [step(`${url}/${auth?.type}`, { auth, assertions: isNever })];
  const spec = { ...apiSpec(steps, { values: { PIN } }), secretNames: ["PIN"] };
  const outcome = await runAttempt(spec, checkContext());
  expect(JSON.stringify(outcome)).toContain("••••");
  expect(seen).not.toEqual([]);
  for (const sent of seen) expect(JSON.stringify(outcome)).not.toContain(sent);
});
