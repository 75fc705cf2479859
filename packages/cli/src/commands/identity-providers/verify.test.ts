import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../main.ts";

type Asked = { path: string; body: unknown };
let server: Server;
let answer: object = {};
const asked: Asked[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    asked.push({ path: `${request.method} ${request.url}`, body: text === "" ? null : JSON.parse(text) });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function run(...args: string[]) {
  const out: string[] = [];
  const code = await main({
    args: ["identity-providers", ...args],
    env: {
      VEDETTE_API_KEY: "k",
      VEDETTE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OIDC_SECRET: "hidden",
    },
    folder: "/",
    print: (line) => void out.push(line),
    complain: (line) => void out.push(line),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n") };
}

const proof = (domain: string, verified_at: string | null) => ({
  ...{ domain, verified_at, record_name: `_vedette-sso.${domain}`, record_value: "vedette-sso=1" },
});

test("verify prints the records that are missing, and fails while there are some", async () => {
  answer = { domain_proofs: [proof("a.example", "2026-01-01T00:00:00Z"), proof("b.example", null)] };
  expect(await run("verify", "p1")).toEqual({
    code: 4,
    out: 'a.example: verified\nb.example: not found: _vedette-sso.b.example TXT "vedette-sso=1"',
  });
  expect(asked.at(-1)).toEqual({ path: "POST /api/v1/identity-providers/p1/verify", body: null });
  answer = { domain_proofs: [proof("a.example", "2026-01-01T00:00:00Z")] };
  expect((await run("verify", "p1")).code).toBe(0);
});

test("create sends the secret of the environment, and the roles of groups", async () => {
  answer = { id: "p1", redirect_uri: "https://v.example/cb", domain_proofs: [proof("a.example", null)] };
  const options = ["--name", "Acme", "--issuer", "https://login.example", "--client-id", "v"];
  const roles = ["--group-role", "cn=ops=admin", "--group-role", "staff=viewer", "--default-role", "none"];
  const secret = ["--domain", "a.example", "--client-secret-env", "OIDC_SECRET"];
  const { code, out } = await run("create", ...options, ...roles, ...secret);
  expect([code, out]).toEqual([0, expect.stringMatching(/\n_vedette-sso\.a\.example TXT "vedette-sso=1"$/)]);
  expect(asked.at(-1)?.body).toEqual({
    ...{ name: "Acme", issuer: "https://login.example", client_id: "v", client_secret: "hidden" },
    ...{ domains: ["a.example"], default_role: null },
    group_roles: [
      { group: "cn=ops", role: "admin" },
      { group: "staff", role: "viewer" },
    ],
  });
});

test("create rejects a role without a group, and a variable that is not set", async () => {
  expect((await run("create", "--name", "Acme", "--group-role", "admin")).code).not.toBe(0);
  expect((await run("create", "--name", "Acme", "--client-secret-env", "NONE")).out).toContain("NONE");
});
