import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import {
  type DnsServerProgram,
  dnsServersMissing,
  startKnot,
  startUnbound,
} from "../../../../test/servers/dns-servers.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, value: unknown, operator = "equals") => ({ type, operator, value, property: null });

describe.skipIf(dnsServersMissing !== null)(`with real servers ${dnsServersMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let knot: DnsServerProgram;
  let other: DnsServerProgram;
  beforeAll(async () => {
    [fixtures, knot, other] = await Promise.all([createTlsFixtures(), startKnot(), startKnot("192.0.2.99")]);
  });
  afterAll(() => Promise.all([knot.stop(), other.stop()]));

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("dns", { host: "shop.test", server: ["127.0.0.1"], port: knot.port, ...fields }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test("an answer has values in any order, the shortest TTL and its response code", async () => {
    const outcome = await run({
      assertions: [
        is("rcode", "NOERROR"),
        is("answer", ["192.0.2.11", "192.0.2.10"], "equals_set"),
        is("answer", "192.0.2.10", "contains"),
        is("answer_count", 2),
        is("ttl", 60),
        is("authenticated", false),
      ],
    });
    expect(outcome.assertions.filter(({ passed }) => !passed)).toEqual([]);
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", timings: { connectUs: null } });
    expect(outcome.timings.ttfbUs).toBe(outcome.responseUs);
  });

  test.each([
    ["AAAA", "shop.test", ["2001:db8::1"]],
    ["CNAME", "www.shop.test", ["shop.test"]],
    ["A", "www.shop.test", ["192.0.2.10", "192.0.2.11"]],
    ["MX", "shop.test", ["10 mail.shop.test"]],
    ["TXT", "shop.test", ["v=spf1 -all"]],
    ["CAA", "shop.test", ["0 issue ca.test"]],
    ["SRV", "_imap._tcp.shop.test", ["0 1 993 mail.shop.test"]],
    ["NS", "shop.test.", ["ns.shop.test"]],
    ["HTTPS", "shop.test", ["\\# 10 00010000010003026832"]],
  ])("a %s record of %s is %j", async (record, host, values) => {
    const { error, assertions } = await run({
      record,
      host,
      assertions: [is("answer", values, "equals_set")],
    });
    expect([error, assertions[0]?.actual]).toEqual([null, JSON.stringify(values)]);
  });

  test("an answer that does not fit a datagram is asked for over TCP", async () => {
    const outcome = await run({ host: "long.shop.test", record: "TXT", keep_body: "always" });
    expect(outcome.error).toBeNull();
    expect(outcome.kept?.body).toHaveLength(12 * 253);
    expect(outcome.timings.connectUs).not.toBeNull();
  });

  test("a name or a record that does not exist is down, unless an assertion expects it", async () => {
    expect((await run({ host: "no.shop.test" })).error).toMatchObject({
      code: "ASSERTION_FAILED",
      message: "expected the answer NOERROR for no.shop.test, got NXDOMAIN",
    });
    expect((await run({ record: "SRV" })).error?.message).toBe("shop.test has no SRV record");
    expect((await run({ host: "no.shop.test", assertions: [is("rcode", "NXDOMAIN")] })).status).toBe("up");
    expect((await run({ record: "SRV", assertions: [is("answer_count", 0)] })).status).toBe("up");
    expect((await run({ host: "elsewhere.test" })).error?.message).toContain("REFUSED");
  });

  test("changed records are down until they are accepted, in any order", async () => {
    const fields = { expect: "unchanged" };
    const first = await run(fields);
    expect([first.status, first.records]).toEqual(["up", ["192.0.2.10", "192.0.2.11"]]);
    const same = await run({ ...fields, baseline: first.records });
    expect([same.status, same.records]).toEqual(["up", first.records]);
    const changed = await run({ ...fields, baseline: first.records, port: other.port });
    expect(changed).toMatchObject({
      status: "down",
      error: {
        code: "RECORDS_CHANGED",
        message:
          "the A records of shop.test changed: added 192.0.2.99; removed 192.0.2.10. Accept them if the change is intended",
      },
      records: ["192.0.2.11", "192.0.2.99"],
    });
    expect((await run({ ...fields, baseline: changed.records, port: other.port })).status).toBe("up");
  });

  test("a name without an answer has no records to compare or to accept", async () => {
    const outcome = await run({ host: "no.shop.test", expect: "unchanged", baseline: ["192.0.2.10"] });
    expect(outcome.error?.code).toBe("ASSERTION_FAILED");
    expect(outcome.records).toBeUndefined();
  });

  test("servers that differ are down, with both answers", async () => {
    const both = { server: ["127.0.0.1", "127.0.0.1"], assertions: [] };
    expect((await run(both)).error).toBeNull();
    // The same port is asked at both servers, so the other one is reached by the name of a second address.
    const context = checkContext();
    const spec = specOf("dns", { host: "shop.test", server: ["127.0.0.1", "127.0.0.2"], port: knot.port });
    const relay = await relayUdp("127.0.0.2", knot.port, other.port);
    const { error } = await runCheck(spec, context);
    expect(error?.message).toBe(
      "the servers differ: 127.0.0.1 has 192.0.2.10, 192.0.2.11, 127.0.0.2 has 192.0.2.11, 192.0.2.99",
    );
    relay.close();
  });

  describe("a validating resolver", () => {
    let resolver: Awaited<ReturnType<typeof startUnbound>>;
    let distrusting: Awaited<ReturnType<typeof startUnbound>>;
    beforeAll(async () => {
      const keysOf = async (port: number) => {
        const { kept } = await run({ record: "DNSKEY", port, keep_body: "always" });
        return kept?.body?.split("\n").find((key) => key.startsWith("257 ")) ?? "";
      };
      const keys = await Promise.all([keysOf(knot.port), keysOf(other.port)]);
      const leaf = fixtures.valid;
      [resolver, distrusting] = await Promise.all([
        startUnbound({ knotPort: knot.port, key: keys[0] ?? "", leaf }),
        startUnbound({ knotPort: knot.port, key: keys[1] ?? "", leaf }),
      ]);
    });
    afterAll(() => Promise.all([resolver.stop(), distrusting.stop()]));

    test("authenticates a signed zone", async () => {
      const outcome = await run({
        port: resolver.port,
        dnssec: "require",
        assertions: [is("authenticated", true)],
      });
      expect(outcome.error).toBeNull();
    });

    test("refuses a bogus zone, and the message says so", async () => {
      const { error } = await run({ port: distrusting.port, dnssec: "require" });
      expect(error?.message).toBe(
        "the DNSSEC signatures of shop.test are not valid: the server refuses its answer",
      );
    });

    test("is not what an authoritative server is", async () => {
      const { error } = await run({ dnssec: "require" });
      expect(error?.message).toContain("is not authenticated");
    });

    test("answers over TLS and HTTPS", async () => {
      const host = "shop.test";
      const server = ["localhost"];
      const tls = await run({ host, server, port: resolver.tlsPort, transport: "tls" });
      const https = await run({ host, server, port: resolver.httpsPort, transport: "https" });
      for (const outcome of [tls, https]) {
        expect(outcome.error).toBeNull();
        expect(outcome.tls?.issuer).toBe("Vedette Test Root");
        const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = outcome.timings;
        const total = [dnsUs, connectUs, tlsUs, ttfbUs, downloadUs].reduce<number>(
          (sum, us) => sum + (us ?? 0),
          0,
        );
        expect(total).toBe(outcome.responseUs);
      }
      const wrong = await run({ host, server, port: resolver.port, transport: "tls", timeout_ms: 2_000 });
      expect(wrong.error).not.toBeNull();
    });
  });
});

/** Passes datagrams on from a loopback address to another port. */
async function relayUdp(address: string, port: number, toPort: number) {
  const socket = createSocket("udp4");
  socket.bind(port, address);
  await once(socket, "listening");
  socket.on("message", (query, from) => {
    const upstream = createSocket("udp4");
    upstream.send(query, toPort, "127.0.0.1");
    upstream.once("message", (answer) => {
      socket.send(answer, from.port, from.address);
      upstream.close();
    });
  });
  return socket;
}

describe("a datagram that is not the answer", () => {
  async function withServer(answer: (query: Buffer) => Buffer | null) {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    socket.on("message", (query, from) => {
      const bytes = answer(query);
      if (bytes !== null) socket.send(bytes, from.port, from.address);
    });
    const spec = specOf("dns", {
      host: "shop.test",
      server: ["127.0.0.1"],
      port: socket.address().port,
      timeout_ms: 300,
    });
    const { error } = await runCheck(spec, checkContext());
    socket.close();
    return error;
  }

  test("is ignored if it answers another query, also one that cannot be read", async () => {
    const other = (query: Buffer) => Buffer.concat([Buffer.from([0xff, 0xff, 0x80, 0]), query.subarray(4)]);
    expect(await withServer(other)).toMatchObject({ code: "TIMEOUT", phase: "headers" });
    expect(await withServer(() => Buffer.from([0]))).toMatchObject({ code: "PROTOCOL_ERROR" });
    expect(await withServer(() => null)).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: no answer came within 0.3 s",
    });
  });

  test.each([
    ["garbage", (query: Buffer) => Buffer.concat([query.subarray(0, 2), Buffer.alloc(600, 0xff)])],
    ["truncated", (query: Buffer) => query.subarray(0, 13)],
    [
      "a loop of pointers",
      (query: Buffer) =>
        Buffer.concat([query.subarray(0, 2), Buffer.from([0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12])]),
    ],
  ])("%s is a protocol error", async (_, answer) => {
    expect(await withServer(answer)).toMatchObject({ code: "PROTOCOL_ERROR" });
  });

  test("a closed port is refused", async () => {
    const spec = specOf("dns", { host: "shop.test", server: ["127.0.0.1"], port: 1 });
    expect((await runCheck(spec, checkContext())).error).toMatchObject({ code: "CONNECT_REFUSED" });
  });
});
