import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpProxy } from "@vedette/contract/checks/http-proxy.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programsMissing, type RunningProgram, startProgram } from "../../../../test/servers/program.ts";
import {
  checkContext,
  httpSpec,
  type RawServer,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { freePort } from "../../../platform/net/free-port.ts";
import { runCheck } from "../registry.ts";

/** Checks through real proxies: tinyproxy for HTTP, microsocks for SOCKS 5. */

const PROGRAMS = { "/usr/bin/tinyproxy": "tinyproxy-bin", "/usr/bin/microsocks": "microsocks" };
const missing = programsMissing(PROGRAMS);
const AUTH = { username: "user", password: "passWord2026" };
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";

describe.skipIf(missing)(`a check through a proxy${missing === null ? "" : ` (${missing})`}`, () => {
  let folder: string;
  let target: RawServer;
  let tls: TlsFixtures;
  let secureTarget: ReturnType<typeof createServer>;
  let securePort: number;
  const programs: RunningProgram[] = [];
  const proxies: Record<string, HttpProxy> = {};

  async function startTinyproxy(name: string, lines: string): Promise<HttpProxy> {
    const port = await freePort();
    const config = join(folder, `${name}.conf`);
    await writeFile(config, `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\n${lines}\n`);
    programs.push(await startProgram("/usr/bin/tinyproxy", ["-d", "-c", config], port));
    return { url: `http://127.0.0.1:${port}`, auth: null };
  }

  async function startMicrosocks(args: string[]): Promise<HttpProxy> {
    const port = await freePort();
    programs.push(
      await startProgram("/usr/bin/microsocks", ["-i", "127.0.0.1", "-p", String(port), ...args], port),
    );
    return { url: `socks5://127.0.0.1:${port}`, auth: null };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-proxy-"));
    target = await startAnswering(OK);
    tls = await createTlsFixtures();
    secureTarget = createServer(tls.valid, (_, response) => response.end("hello"));
    await new Promise<void>((resolve) => secureTarget.listen(0, "127.0.0.1", resolve));
    securePort = (secureTarget.address() as AddressInfo).port;
    proxies.http = await startTinyproxy("open", "");
    proxies.authHttp = await startTinyproxy("auth", `BasicAuth ${AUTH.username} ${AUTH.password}`);
    proxies.socks = await startMicrosocks([]);
    proxies.authSocks = await startMicrosocks(["-u", AUTH.username, "-P", AUTH.password]);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()));
    await target?.close();
    secureTarget?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const check = (url: string, proxy: HttpProxy | undefined, changes = {}) =>
    runCheck(httpSpec(url, { ...(proxy && { proxy }), ...changes }), checkContext({ extraCa: [tls.ca] }));

  test.each(["http", "socks"])("reaches http and https targets over %s", async (name) => {
    const plain = await check(target.url, proxies[name]);
    expect(plain).toMatchObject({ status: "up", statusCode: 200, ip: null, timings: { dnsUs: null } });
    expect(plain.timings.connectUs).toBeGreaterThan(0);
    expect(target.received.at(-1)).toMatch(/^GET \/ HTTP\/1\.[01]\r\n/);
    const secure = await check(`https://localhost:${securePort}/`, proxies[name]);
    expect([secure.error, secure.status, secure.tls?.protocol]).toEqual([null, "up", "TLSv1.3"]);
  });

  test.each(["http", "socks"])("still verifies the certificate of the target over %s", async (name) => {
    const proxy = proxies[name];
    const spec = httpSpec(`https://localhost:${securePort}/`, { ...(proxy && { proxy }) });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome.error).toMatchObject({ code: "TLS_INVALID", phase: "tls" });
  });

  test.each(["authHttp", "authSocks"])("authenticates at %s", async (name) => {
    const proxy = proxies[name];
    if (!proxy) throw new Error("no proxy");
    for (const url of [target.url, `https://localhost:${securePort}/`]) {
      expect(await check(url, { ...proxy, auth: AUTH })).toMatchObject({ status: "up", error: null });
      // tinyproxy answers wrong credentials of a forwarded request with 401, which the target could also do.
      const isAmbiguous = name === "authHttp" && url === target.url;
      for (const auth of isAmbiguous ? [null] : [null, { ...AUTH, password: "wrong" }]) {
        const refused = await check(url, { ...proxy, auth });
        expect(refused).toMatchObject({ status: "error", error: { code: "PROXY_FAILED", phase: "proxy" } });
        expect(JSON.stringify(refused)).not.toContain(AUTH.password);
      }
    }
    expect(target.received.join("")).not.toMatch(/proxy-authorization/i);
  });

  test("a target that the proxy cannot reach is down", async () => {
    const closed = await freePort();
    const overSocks = await check(`http://127.0.0.1:${closed}/`, proxies.socks);
    expect(overSocks).toMatchObject({ status: "down", error: { code: "CONNECT_REFUSED", phase: "connect" } });
    const tunneled = await check(`https://127.0.0.1:${closed}/`, proxies.http);
    expect(tunneled.error?.message).toMatch(/proxy 127\.0\.0\.1:\d+ /);
    const forwarded = await check(`http://127.0.0.1:${closed}/`, proxies.http);
    expect(forwarded).toMatchObject({ status: "down", error: { code: "ASSERTION_FAILED" } });
  });

  test("a proxy that cannot be reached is PROXY_FAILED, after its retries", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const retryWait = { intervalMs: 1, backoff: "fixed" };
    const outcome = await check(target.url, { url, auth: null }, { retries: 1, retryWait });
    expect(outcome).toMatchObject({ status: "error", attempts: 2, responseUs: expect.any(Number) });
    expect(outcome.error).toMatchObject({ code: "PROXY_FAILED", phase: "proxy" });
  });

  test.each(["http", "socks5"])(
    "a %s proxy that never answers is a timeout of the check",
    async (protocol) => {
      const silent = await startRawServer(() => {});
      const proxy = { url: `${protocol}://127.0.0.1:${silent.port}`, auth: null };
      const outcome = await check(`https://localhost:${securePort}/`, proxy, { timeoutMs: 200 });
      expect(outcome).toMatchObject({ error: { code: "CONNECT_TIMEOUT", phase: "connect" } });
      await silent.idle();
      await silent.close();
    },
  );

  test("a proxy that answers something else is PROXY_FAILED", async () => {
    const other = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    for (const protocol of ["http", "socks5"]) {
      const proxy = { url: `${protocol}://127.0.0.1:${port}`, auth: null };
      const outcome = await check(`https://localhost:${securePort}/`, proxy);
      expect(outcome.error).toMatchObject({ code: "PROXY_FAILED", phase: "proxy" });
    }
    other.close();
  });

  test("the egress policy judges the proxy, and a target that is an address", async () => {
    const blocked = await check(target.url, { url: "http://169.254.169.254:3128", auth: null });
    expect(blocked).toMatchObject({ status: "error", error: { code: "ADDRESS_BLOCKED" } });
    const behind = await check("http://169.254.169.254/", proxies.http);
    expect(behind).toMatchObject({ status: "error", error: { code: "ADDRESS_BLOCKED" } });
  });
});
