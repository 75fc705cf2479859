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
  /** Serves 200 with these options, checks it once as it should be and once without verifying. */
  async function visit(options: TlsOptions, { host = "localhost", trusts = true, verifyTls = true } = {}) {
    const server = await listening(createHttpsServer(options, (_, response) => response.end("hello")));
    const context = checkContext({ lookup, extraCa: trusts ? [fixtures.ca] : [] });
    const spec = httpSpec(`https://${host}:${server.port}/`, { verifyTls, timeoutMs: 5_000 });
    const outcome = await runCheck(spec, context);
    await server.idle();
    await server.close();
    return outcome;
  }

  test("a good one is up, with its facts and the time that TLS took", async () => {
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

  test("is checked against an address or a name with a dot at its end alike", async () => {
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

  test("its days left are whole ones, rounded down", async () => {
    const server = await listening(createHttpsServer(fixtures.threeDays, (_, res) => res.end()));
    const assertions: Assertion[] = [
      { type: "ssl_expiry", property: null, operator: "greater_than_or_equal", value: 4 },
    ];
    const context = checkContext({ lookup, extraCa: [fixtures.ca] });
    const outcome = await runCheck(httpSpec(`https://localhost:${server.port}/`, { assertions }), context);
    expect(outcome).toMatchObject({ error: { code: "ASSERTION_FAILED" }, assertions: [{ actual: 3 }] });
    await server.close();
  });

  const faults: [string, () => TlsOptions, { trusts?: boolean }][] = [
    ["expired", () => fixtures.expired, {}],
    ["not_yet_valid", () => fixtures.notYetValid, {}],
    ["self_signed", () => fixtures.selfSigned, {}],
    ["unknown_issuer", () => fixtures.unknownCa, {}],
    ["unknown_issuer", () => fixtures.missingIntermediate, {}],
    // The root comes along, but is not one of ours.
    [
      "unknown_issuer",
      () => ({ ...fixtures.valid, cert: fixtures.valid.cert + fixtures.ca }),
      { trusts: false },
    ],
    ["wrong_host", () => fixtures.wrongHost, {}],
    ["weak", () => ({ ...fixtures.rsa1024, ciphers: "DEFAULT@SECLEVEL=0" }), {}],
    ["weak", () => ({ ...fixtures.sha1, ciphers: "DEFAULT@SECLEVEL=0" }), {}],
  ];
  test.each(faults)(
    "one that is %s is TLS_INVALID, and its facts are told all the same",
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

  test("a server that knows only TLS 1.0 is weak, and up where nobody verifies", async () => {
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
    "a client certificate that is wanted over %s is named",
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

  test("is spoken when the server refuses HTTP/1.1 in the handshake", async () => {
    const server = createSecureServer(fixtures.valid, (_, response) => response.end("hello"));
    expect(await visit(server)).toMatchObject(up);
  });

  test("is spoken when the server takes no notice of what is offered", async () => {
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
  test("a server that speaks plain HTTP there is TLS_INVALID", async () => {
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

  test("one that hangs is TIMEOUT in the phase tls", async () => {
    const server = await listening(createServer((socket) => socket.on("error", () => {})));
    const spec = httpSpec(`https://127.0.0.1:${server.port}/`, { timeoutMs: 150 });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome.error).toMatchObject({ code: "TIMEOUT", phase: "tls" });
    expect((outcome.timings.connectUs ?? 0) + (outcome.timings.tlsUs ?? 0)).toBe(outcome.responseUs);
    await server.close();
  });

  test.each(["end", "resetAndDestroy"] as const)(
    "one that is broken off by %s is CONNECTION_RESET",
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
