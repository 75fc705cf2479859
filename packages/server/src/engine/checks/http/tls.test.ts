import { createSecureServer, performServerHandshake } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { checkContext, httpSpec, listening, lookupOf } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const lookup = lookupOf({ localhost: ["127.0.0.1"], "localhost.": ["127.0.0.1"] });
let fixtures: TlsFixtures;

beforeAll(async () => {
  fixtures = await createTlsFixtures();
});

describe("certificates", () => {
  /** Serves 200 with these options and checks it once as configured and once without verification. */
  async function visit(options: TlsOptions, { host = "localhost", trusts = true, verifyTls = true } = {}) {
    const server = await listening(createHttpsServer(options, (_, response) => response.end("hello")));
    const context = checkContext({ lookup, extraCa: trusts ? [fixtures.ca] : [] });
    const spec = httpSpec(`https://${host}:${server.port}/`, { verifyTls, timeoutMs: 5_000 });
    const outcome = await runCheck(spec, context);
    await server.idle();
    await server.close();
    return outcome;
  }

  test("a valid certificate is up, with its facts and the TLS time", async () => {
    const outcome = await visit(fixtures.valid);
    expect(outcome).toMatchObject({
      status: "up",
      statusCode: 200,
      tls: { issuer: "Vedette Test Root", protocol: "TLSv1.3", expiresAtMs: expect.any(Number) },
    });
    const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = outcome.timings;
    const sum = [dnsUs, connectUs, tlsUs, ttfbUs, downloadUs].map((us) => us ?? Number.NaN);
    expect(sum.reduce((a, b) => a + b)).toBe(outcome.responseUs);
  });

  test("is checked against an IP address and a name with a trailing dot", async () => {
    expect(await visit(fixtures.valid, { host: "127.0.0.1" })).toMatchObject({ status: "up" });
    const server = await listening(createHttpsServer(fixtures.valid, (_, response) => response.end()));
    const context = checkContext({
      lookup: lookupOf({ "localhost.": ["127.0.0.1"] }),
      extraCa: [fixtures.ca],
    });
    expect(await runCheck(httpSpec(`https://localhost.:${server.port}/`), context)).toMatchObject({
      status: "up",
    });
    await server.close();
  });

  test("rounds its remaining days down to whole ones", async () => {
    const server = await listening(createHttpsServer(fixtures.threeDays, (_, res) => res.end()));
    const assertions: Assertion[] = [
      { type: "ssl_expiry", property: null, operator: "greater_than_or_equal", value: 4 },
    ];
    const context = checkContext({ lookup, extraCa: [fixtures.ca] });
    const outcome = await runCheck(httpSpec(`https://localhost:${server.port}/`, { assertions }), context);
    expect(outcome).toMatchObject({ error: { code: "ASSERTION_FAILED" }, assertions: [{ actual: 3 }] });
    await server.close();
  });

  const errors: [string, () => TlsOptions, { trusts?: boolean }][] = [
    ["expired", () => fixtures.expired, {}],
    ["not_yet_valid", () => fixtures.notYetValid, {}],
    ["self_signed", () => fixtures.selfSigned, {}],
    ["unknown_issuer", () => fixtures.unknownCa, {}],
    ["unknown_issuer", () => fixtures.missingIntermediate, {}],
    // The chain includes the root, but it is not trusted.
    [
      "unknown_issuer",
      () => ({ ...fixtures.valid, cert: fixtures.valid.cert + fixtures.ca }),
      { trusts: false },
    ],
    ["wrong_host", () => fixtures.wrongHost, {}],
    ["weak", () => ({ ...fixtures.rsa1024, ciphers: "DEFAULT@SECLEVEL=0" }), {}],
    ["weak", () => ({ ...fixtures.sha1, ciphers: "DEFAULT@SECLEVEL=0" }), {}],
  ];
  test.each(errors)(
    "a certificate that is %s is TLS_INVALID, and its facts are reported",
    async (reason, make, where) => {
      const options = make();
      const outcome = await visit(options, where);
      expect(outcome).toMatchObject({
        status: "down",
        statusCode: null,
        ip: "127.0.0.1",
        error: { code: "TLS_INVALID", phase: "tls", reason },
        timings: { ttfbUs: null },
      });
      expect(outcome.tls?.expiresAtMs).not.toBeNull();
      const unverified = await visit(options, { ...where, verifyTls: false });
      expect(unverified).toMatchObject({ status: "up", tls: outcome.tls });
    },
  );

  test("a server that supports only TLS 1.0 is weak, and up without verification", async () => {
    const old: TlsOptions = {
      ...fixtures.valid,
      minVersion: "TLSv1",
      maxVersion: "TLSv1",
      ciphers: "DEFAULT@SECLEVEL=0",
    };
    expect((await visit(old)).error).toMatchObject({ code: "TLS_INVALID", phase: "tls", reason: "weak" });
    expect(await visit(old, { verifyTls: false })).toMatchObject({
      status: "up",
      tls: { protocol: "TLSv1" },
    });
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)(
    "names a required client certificate over %s",
    async (version) => {
      const strict: TlsOptions = {
        ...fixtures.valid,
        requestCert: true,
        rejectUnauthorized: true,
        ca: fixtures.ca,
      };
      const { error } = await visit({ ...strict, minVersion: version, maxVersion: version });
      expect(["TLS_INVALID", "CONNECTION_RESET"]).toContain(error?.code);
    },
  );
});

describe("HTTP/2 alone over TLS", () => {
  async function visit(server: Server) {
    const { port, idle, close } = await listening(server);
    const context = checkContext({ lookup, extraCa: [fixtures.ca] });
    const outcome = await runCheck(httpSpec(`https://localhost:${port}/`), context);
    await idle();
    await close();
    return outcome;
  }
  const up = { status: "up", statusCode: 200, bodyBytes: 5, tls: { issuer: "Vedette Test Root" } };

  test("is used if the server rejects HTTP/1.1 in the handshake", async () => {
    const server = createSecureServer(fixtures.valid, (_, response) => response.end("hello"));
    expect(await visit(server)).toMatchObject(up);
  });

  test("is used if the server ignores the offered protocols", async () => {
    const server = createTlsServer(fixtures.valid, (socket) => {
      const session = performServerHandshake(socket);
      session.on("error", () => {});
      session.on("stream", (stream) => {
        stream.on("error", () => {});
        stream.respond({ ":status": 200 });
        stream.end("hello");
      });
    });
    server.on("tlsClientError", () => {});
    expect(await visit(server)).toMatchObject(up);
  });
});

describe("handshakes", () => {
  test("a server with plain HTTP on the port is TLS_INVALID", async () => {
    const server = await listening(
      createServer((socket) => {
        socket.on("error", () => {});
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      }),
    );
    const { error } = await runCheck(httpSpec(`https://127.0.0.1:${server.port}/`), checkContext());
    expect(error).toMatchObject({ code: "TLS_INVALID", phase: "tls", reason: "handshake" });
    expect(error?.message).toContain("does not speak TLS");
    await server.close();
  });

  test("a handshake that stalls is TIMEOUT in the phase tls", async () => {
    const server = await listening(createServer((socket) => socket.on("error", () => {})));
    const spec = httpSpec(`https://127.0.0.1:${server.port}/`, { timeoutMs: 150 });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome.error).toMatchObject({ code: "TIMEOUT", phase: "tls" });
    expect((outcome.timings.connectUs ?? 0) + (outcome.timings.tlsUs ?? 0)).toBe(outcome.responseUs);
    await server.close();
  });

  test.each(["end", "resetAndDestroy"] as const)(
    "a handshake that is aborted by %s is CONNECTION_RESET",
    async (how) => {
      const server = await listening(
        createServer((socket) => {
          socket.on("error", () => {});
          socket.once("data", () => socket[how]());
        }),
      );
      const { error } = await runCheck(httpSpec(`https://127.0.0.1:${server.port}/`), checkContext());
      expect(error).toMatchObject({ code: "CONNECTION_RESET", phase: "tls" });
      await server.close();
    },
  );
});
