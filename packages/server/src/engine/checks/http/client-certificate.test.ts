import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programsMissing, type RunningProgram, startProgram } from "../../../../test/servers/program.ts";
import { checkContext, httpSpec } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { freePort } from "../../../platform/net/free-port.ts";
import { runCheck } from "../registry.ts";

/** Client certificates and Basic authentication at a real nginx. */

const NGINX = "/usr/sbin/nginx";
const missing = programsMissing({ [NGINX]: "nginx-light" });

function configuration(folder: string, ports: { secure: number; other: number }): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const server = (port: number) => `
    server {
      listen 127.0.0.1:${port} ssl;
      ssl_certificate ${folder}/server.pem;
      ssl_certificate_key ${folder}/server.key;
      ssl_client_certificate ${folder}/ca.pem;
      ssl_verify_client optional;
      ssl_verify_depth 3;
      location = / { return 200 "client $ssl_client_verify"; }
      location = /required {
        if ($ssl_client_verify != SUCCESS) { return 403; }
        return 200 "welcome";
      }
      location = /elsewhere { return 302 https://localhost:${ports.other}/; }
      location = /password {
        auth_basic "shop";
        auth_basic_user_file ${folder}/users;
        try_files /none =204;
      }
    }`;
  return `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
    events {}
    http { access_log off; ${temporary} ${server(ports.secure)} ${server(ports.other)} }`;
}

describe.skipIf(missing)(`authentication at nginx${missing === null ? "" : ` (${missing})`}`, () => {
  let folder: string;
  let tls: TlsFixtures;
  let nginx: RunningProgram;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-nginx-"));
    tls = await createTlsFixtures();
    const [secure, other] = [await freePort(), await freePort()];
    await Promise.all([
      writeFile(join(folder, "server.pem"), tls.valid.cert),
      writeFile(join(folder, "server.key"), tls.valid.key),
      writeFile(join(folder, "ca.pem"), tls.ca),
      writeFile(join(folder, "users"), "användare:{PLAIN}lösen ord\n"),
      writeFile(join(folder, "nginx.conf"), configuration(folder, { secure, other })),
    ]);
    nginx = await startProgram(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf")], secure);
    url = `https://localhost:${secure}`;
  });
  afterAll(async () => {
    await nginx?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const check = (path: string, changes: Parameters<typeof httpSpec>[1]) =>
    runCheck(httpSpec(`${url}${path}`, changes), checkContext({ extraCa: [tls.ca] }));
  const identity = () => ({ type: "mtls", certificate: tls.valid.cert, key: tls.valid.key }) as const;
  const bodyIs = (value: string) => [{ type: "body", property: null, operator: "equals", value }] as const;

  test.each([true, false])("shows a client certificate, with verify_tls %s", async (verifyTls) => {
    const outcome = await check("/required", {
      auth: identity(),
      verifyTls,
      assertions: bodyIs("welcome"),
    });
    expect([outcome.error, outcome.status]).toEqual([null, "up"]);
    expect(await check("/required", {})).toMatchObject({ status: "down", statusCode: 403 });
  });

  test("shows the certificate to the configured origin only", async () => {
    const outcome = await check("/elsewhere", { auth: identity(), assertions: bodyIs("client NONE") });
    expect([outcome.error, outcome.status]).toEqual([null, "up"]);
  });

  test.each([
    ["a key of another certificate", () => ({ ...identity(), key: tls.rsa1024.key })],
    ["a text that is no key", () => ({ ...identity(), key: "secret-canary" })],
    ["a text that is no certificate", () => ({ ...identity(), certificate: "nothing" })],
  ])("%s is AUTH_FAILED and says nothing of the key", async (_name, auth) => {
    const outcome = await check("/required", { auth: auth() });
    expect(outcome).toMatchObject({ status: "error", error: { code: "AUTH_FAILED", phase: "auth" } });
    expect(JSON.stringify(outcome)).not.toMatch(/secret-canary|PRIVATE KEY/);
  });

  test("sends a user name and password in UTF-8", async () => {
    const auth = { type: "basic", username: "användare", password: "lösen ord" } as const;
    expect(await check("/password", { auth })).toMatchObject({ status: "up", statusCode: 204 });
    const wrong = await check("/password", { auth: { ...auth, password: "wrong" } });
    expect(wrong).toMatchObject({ status: "down", statusCode: 401 });
  });
});
