import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDnsTry } from "../../src/engine/checks/dns/run-dns-try.ts";
import { runGrpcTry } from "../../src/engine/checks/grpc/run-grpc-try.ts";
import { runPingTry } from "../../src/engine/checks/ping/run-ping-try.ts";
import { runSupplierStatusTry } from "../../src/engine/checks/supplier_status/run-supplier-status-try.ts";
import { runTcpTry } from "../../src/engine/checks/tcp/run-tcp-try.ts";
import { runTlsTry } from "../../src/engine/checks/tls/run-tls-try.ts";
import { runUdpTry } from "../../src/engine/checks/udp/run-udp-try.ts";
import { runWebsocketTry } from "../../src/engine/checks/websocket/run-websocket-try.ts";
import { checkContext } from "../servers/raw-server.ts";
import { specOf } from "./check-specs.ts";
import { collectCodes, TIMEOUT_MS } from "./hostile-streams.ts";
import { type HostileTarget, startHostileTarget } from "./hostile-target.ts";

/** Hostile servers for kinds other than HTTP: each check ends in bounded time, with an error code of the contract. */

describe("tls", () => {
  let target: HostileTarget;
  beforeAll(async () => {
    target = await startHostileTarget();
  });
  afterAll(() => target.close());

  test("finds the expected result for each TLS behavior of the hostile target", async () => {
    const context = checkContext({ extraCa: [target.ca] });
    const names = target.names().filter((name) => target.url(name).startsWith("https:"));
    const results = await Promise.all(
      names.map(async (name) => {
        const timeout_ms = target.expected[name]?.code === "TIMEOUT" ? TIMEOUT_MS : 10_000;
        const { error } = await runTlsTry(specOf("tls", { ...target.tcp(name), timeout_ms }), context);
        return { name, code: error?.code, phase: error?.phase, reason: error?.reason };
      }),
    );
    expect(results).toEqual(
      names.map((name) => {
        const { code, phase, reason } = target.expected[name] ?? {};
        return { name, code, phase, reason };
      }),
    );
  });

  test.concurrent.each(["smtp", "imap", "pop3", "ftp", "ldap", "xmpp", "postgres"])(
    "STARTTLS of %s",
    async (starttls) => {
      const codes = await collectCodes((port, timeout_ms) =>
        runTlsTry(specOf("tls", { host: "127.0.0.1", port, starttls, timeout_ms }), checkContext()),
      );
      expect(codes).toMatchObject({
        silent: "TIMEOUT",
        oversized: "PROTOCOL_ERROR",
        endless: "PROTOCOL_ERROR",
      });
      expect(codes).toMatchObject({
        "closed early": "CONNECTION_RESET",
        "reset at once": "CONNECTION_RESET",
      });
      const allowed = ["TIMEOUT", "PROTOCOL_ERROR", "CONNECTION_RESET"];
      expect(Object.entries(codes).filter(([, code]) => !allowed.includes(code ?? ""))).toEqual([]);
    },
  );
});

describe("supplier_status", () => {
  let target: HostileTarget;
  beforeAll(async () => {
    target = await startHostileTarget();
  });
  afterAll(() => target.close());

  test("says nothing about the supplier for any behavior of the hostile target", async () => {
    const context = checkContext({ extraCa: [target.ca] });
    const codes = await Promise.all(
      target.names().map(async (name) => {
        const timeout_ms = target.expected[name]?.code === "TIMEOUT" ? TIMEOUT_MS : 10_000;
        const fields = { url: target.url(name), timeout_ms };
        return (await runSupplierStatusTry(specOf("supplier_status", fields), context)).error?.code;
      }),
    );
    expect([...new Set(codes)]).toEqual(["STATUS_PAGE_FAILED"]);
  });

  test("over a stream that is not HTTP", async () => {
    const codes = await collectCodes((port, timeout_ms) => {
      const fields = { url: `http://127.0.0.1:${port}/`, timeout_ms };
      return runSupplierStatusTry(specOf("supplier_status", fields), checkContext());
    });
    expect(new Set(Object.values(codes))).toEqual(new Set(["STATUS_PAGE_FAILED"]));
  });
});

/** A stream starts with the length of a message, so garbage can announce a message that never arrives. */
describe("dns", () => {
  test.concurrent.each(["tcp", "tls", "https"])("over %s", async (transport) => {
    const codes = await collectCodes((port, timeout_ms) => {
      const fields = { host: "shop.test", server: ["127.0.0.1"], port, transport, timeout_ms };
      return runDnsTry(specOf("dns", fields), checkContext());
    });
    const allowed = ["TIMEOUT", "PROTOCOL_ERROR", "CONNECTION_RESET", "TLS_INVALID"];
    expect(Object.entries(codes).filter(([, code]) => !allowed.includes(code ?? ""))).toEqual([]);
    expect(codes).toMatchObject({ silent: "TIMEOUT", "reset at once": "CONNECTION_RESET" });
  });
});

test.concurrent.each([false, true])("tcp with an expected response, TLS %s", async (tls) => {
  const codes = await collectCodes((port, timeout_ms) => {
    const fields = { host: "127.0.0.1", port, tls, send: "x", expect: "PO+NG", expect_type: "matches" };
    return runTcpTry(specOf("tcp", { ...fields, timeout_ms }), checkContext());
  });
  const allowed = ["TIMEOUT", "CONNECTION_RESET", tls ? "TLS_INVALID" : "ASSERTION_FAILED"];
  expect(Object.entries(codes).filter(([, code]) => !allowed.includes(code ?? ""))).toEqual([]);
  expect(codes).toMatchObject({ silent: "TIMEOUT", slow: tls ? "TLS_INVALID" : "TIMEOUT" });
});

test("udp with an expected response: silent, garbage, oversized and endless", async () => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const responses: Record<string, readonly Buffer[]> = {
    silent: [],
    empty: [Buffer.alloc(0)],
    garbage: [randomBytes(512).fill(0xff, 0, 16)],
    oversized: [Buffer.alloc(60_000, 0x78)],
    endless: Array.from({ length: 200 }, () => Buffer.from("x")),
  };
  const codes: Record<string, string | undefined> = {};
  for (const [name, datagrams] of Object.entries(responses)) {
    socket.removeAllListeners("message").on("message", (_, from) => {
      for (const datagram of datagrams) socket.send(datagram, from.port, from.address);
    });
    const fields = { host: "127.0.0.1", port: socket.address().port, send: "x", expect: "pong" };
    const { error } = await runUdpTry(specOf("udp", { ...fields, timeout_ms: TIMEOUT_MS }), checkContext());
    codes[name] = error?.code;
  }
  socket.close();
  const other = "ASSERTION_FAILED";
  expect(codes).toEqual({
    silent: "TIMEOUT",
    empty: other,
    garbage: other,
    oversized: other,
    endless: other,
  });
});

test.concurrent("ping is killed at the timeout", async () => {
  const fields = { host: "127.0.0.1", count: 20, packet_interval_ms: 5_000, timeout_ms: TIMEOUT_MS };
  const { error } = await runPingTry(specOf("ping", fields), checkContext());
  expect(["TIMEOUT", "PING_UNAVAILABLE"]).toContain(error?.code);
});

test.concurrent.each([false, true])("grpc, TLS %s", async (tls) => {
  const codes = await collectCodes((port, timeout_ms) =>
    runGrpcTry(specOf("grpc", { host: "127.0.0.1", port, tls, timeout_ms }), checkContext()),
  );
  const allowed = ["TIMEOUT", "CONNECTION_RESET", tls ? "TLS_INVALID" : "PROTOCOL_ERROR"];
  expect(Object.entries(codes).filter(([, code]) => !allowed.includes(code ?? ""))).toEqual([]);
  expect(codes).toMatchObject({ silent: "TIMEOUT", "reset at once": "CONNECTION_RESET" });
});

test.concurrent.each(["ws", "wss"])("websocket over %s", async (scheme) => {
  const codes = await collectCodes((port, timeout_ms) =>
    runWebsocketTry(
      specOf("websocket", { url: `${scheme}://127.0.0.1:${port}/`, timeout_ms }),
      checkContext(),
    ),
  );
  const allowed = ["TIMEOUT", "CONNECTION_RESET", scheme === "wss" ? "TLS_INVALID" : "PROTOCOL_ERROR"];
  expect(Object.entries(codes).filter(([, code]) => !allowed.includes(code ?? ""))).toEqual([]);
  expect(codes).toMatchObject({ silent: "TIMEOUT" });
});
