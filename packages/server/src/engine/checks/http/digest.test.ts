import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programsMissing, type RunningProgram, startProgram } from "../../../../test/servers/program.ts";
import { checkContext, httpSpec, startRawServer } from "../../../../test/servers/raw-server.ts";
import { freePort } from "../../../platform/net/free-port.ts";
import { runCheck } from "../registry.ts";
import { answerDigest } from "./digest.ts";

/** Digest authentication, at a real lighttpd and with the examples of the RFC. */

const LIGHTTPD = "/usr/sbin/lighttpd";
const missing = programsMissing({ [LIGHTTPD]: "lighttpd" });
const AUTH = { type: "digest", username: "Mufasa", password: "Circle of Life" } as const;

const headOf = (challenge: string | string[], statusCode = 401) => ({
  statusCode,
  httpVersion: "1.1",
  headers: { "www-authenticate": challenge },
});
const requestOf = (url: string) => ({ method: "GET", url: new URL(url), headers: {}, body: null });
const answered = (challenge: string | string[], statusCode?: number) =>
  answerDigest(requestOf("http://shop.example/a?b=c"), headOf(challenge, statusCode), AUTH)?.request.headers
    .Authorization;

test("answers the challenge that it supports, and escapes quotes", () => {
  const challenge =
    'Digest realm="a \\"b\\"", qop="auth-int, auth", nonce="n", opaque="o", algorithm=SHA-256';
  expect(answered(challenge)).toMatch(
    /^Digest username="Mufasa", realm="a \\"b\\"", nonce="n", uri="\/a\?b=c", response="[0-9a-f]{64}", algorithm=SHA-256, opaque="o", qop=auth, nc=00000001, cnonce="[0-9a-f]{32}"$/,
  );
  const both = 'Digest realm="r", nonce="1", algorithm=UNKNOWN, Digest realm="r", nonce="2", algorithm=MD5';
  expect(answered(both)).toContain('nonce="2"');
  expect(answered(["Basic realm=x", 'Digest realm="r", nonce="3"'])).toMatch(/response="[0-9a-f]{32}"$/);
});

test.each([
  ["Basic realm=x", 401],
  ['Digest realm="r"', 401],
  ['Digest realm="r", nonce="n", qop="auth-int"', 401],
  ['Digest realm="r", nonce="n", algorithm=UNKNOWN', 401],
  ['Digest realm="r", nonce="n"', 403],
])("does not answer %s with status %i", (challenge, statusCode) => {
  expect(answered(challenge, statusCode)).toBeUndefined();
});

test("a server that refuses the answer gets no second one", async () => {
  const challenge =
    'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="r", nonce="n"\r\nContent-Length: 0\r\n\r\n';
  const server = await startRawServer((socket) => socket.end(challenge));
  const outcome = await runCheck(httpSpec(server.url, { auth: AUTH }), checkContext());
  expect(outcome).toMatchObject({ status: "down", statusCode: 401 });
  expect(server.received).toHaveLength(2);
  await server.close();
});

test("another origin gets no answer", async () => {
  const other = await startRawServer((socket) =>
    socket.end(
      'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="r", nonce="n"\r\nContent-Length: 0\r\n\r\n',
    ),
  );
  const server = await startRawServer((socket) =>
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`),
  );
  const outcome = await runCheck(httpSpec(server.url, { auth: AUTH }), checkContext());
  expect(outcome.statusCode).toBe(401);
  expect(other.received).toHaveLength(1);
  await server.close();
  await other.close();
});

describe.skipIf(missing)(`Digest at lighttpd${missing === null ? "" : ` (${missing})`}`, () => {
  let folder: string;
  let lighttpd: RunningProgram;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-lighttpd-"));
    const port = await freePort();
    await writeFile(join(folder, "index.html"), "welcome");
    await writeFile(join(folder, "users"), `${AUTH.username}:${AUTH.password}\n`);
    await writeFile(
      join(folder, "lighttpd.conf"),
      `server.document-root = "${folder}"
      server.port = ${port}
      server.bind = "127.0.0.1"
      index-file.names = ("index.html")
      server.modules = ("mod_auth", "mod_authn_file")
      auth.backend = "plain"
      auth.backend.plain.userfile = "${folder}/users"
      auth.require = ("/" => ("method" => "digest", "algorithm" => "SHA-256", "realm" => "shop", "require" => "valid-user"))`,
    );
    lighttpd = await startProgram(LIGHTTPD, ["-D", "-f", join(folder, "lighttpd.conf")], port);
    url = `http://127.0.0.1:${port}/?q=a%20b`;
  });
  afterAll(async () => {
    await lighttpd?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const check = (auth: typeof AUTH | null, method = "GET") =>
    runCheck(httpSpec(url, { method, ...(auth && { auth }) }), checkContext());

  test.each(["GET", "HEAD"])("%s passes with the right password only", async (method) => {
    const outcome = await check(AUTH, method);
    expect([outcome.error, outcome.status, outcome.statusCode]).toEqual([null, "up", 200]);
    const { connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
    const wrong = { ...AUTH, password: "wrong" as typeof AUTH.password };
    expect(await check(wrong, method)).toMatchObject({ status: "down", statusCode: 401 });
    expect(await check(null, method)).toMatchObject({ status: "down", statusCode: 401 });
  });
});
