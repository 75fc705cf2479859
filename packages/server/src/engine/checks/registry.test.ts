import type { CheckSpec, CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { PROBED_TYPES } from "@vedette/contract/checks/check-types.ts";
import { describe, expect, test, vi } from "vitest";
import { CONNECTING, specOf } from "../../../test/hostile/check-specs.ts";
import { startFullListener } from "../../../test/servers/full-listener.ts";
import {
  checkContext,
  httpSpec,
  lookupOf,
  startAnswering,
  startRawServer,
} from "../../../test/servers/raw-server.ts";
import { RunnerError } from "../../platform/net/net-failure.ts";
import type { Lookup } from "../../platform/net/resolve.ts";
import { runCheck } from "./registry.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

function tcpSpec(host: string, port: number, changes: Partial<CheckSpecOf<"tcp">> = {}): CheckSpecOf<"tcp"> {
  return {
    kind: "tcp",
    host,
    port,
    timeoutMs: 5_000,
    retries: 0,
    degradedAfterMs: null,
    assertions: [],
    ...changes,
  };
}

describe("retries", () => {
  test("a successful retry one second later makes the check pass", async () => {
    const server = await startAnswering("", OK);
    const outcome = await runCheck(httpSpec(server.url, { retries: 3 }), checkContext());
    expect(outcome).toMatchObject({ status: "up", attempts: 2, error: null });
    await server.close();
  });

  test("if all tries fail, the last one is reported, with the number of tries", async () => {
    const server = await startAnswering("", "nonsense");
    const outcome = await runCheck(httpSpec(server.url, { retries: 1 }), checkContext());
    expect(outcome).toMatchObject({ status: "down", attempts: 2, error: { code: "PROTOCOL_ERROR" } });
    await server.close();
  });

  test("a blocked address is not retried", async () => {
    const outcome = await runCheck(httpSpec("http://169.254.169.254/", { retries: 5 }), checkContext());
    expect(outcome).toMatchObject({ status: "error", attempts: 1, error: { code: "ADDRESS_BLOCKED" } });
  });

  test("the signal interrupts the wait, and the check does not count", async () => {
    const abort = new AbortController();
    const server = await startRawServer((socket) => {
      socket.destroy();
      setImmediate(() => abort.abort(new Error("stopping")));
    });
    const check = runCheck(httpSpec(server.url, { retries: 5 }), { ...checkContext(), signal: abort.signal });
    await expect(check).rejects.toThrow("stopping");
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  test("an internal error is thrown and is no outcome", async () => {
    const lookup: Lookup = (_, done) => done(Object.assign(new Error("no files"), { code: "EMFILE" }), []);
    for (const spec of [httpSpec("http://any.test/"), tcpSpec("any.test", 80)]) {
      await expect(runCheck(spec, checkContext({ lookup }))).rejects.toThrow(RunnerError);
    }
  });
});

test("up, but slower than its threshold, is degraded", async () => {
  const server = await startAnswering(OK);
  const context = checkContext();
  let nowMs = 0;
  const clock = { now: () => 1_000, monotonic: () => (nowMs += 10) };
  const run = (degradedAfterMs: number) =>
    runCheck(httpSpec(server.url, { degradedAfterMs }), { ...context, clock });
  const { responseUs, checkedAtMs } = await run(1);
  expect(checkedAtMs).toBe(1_000);
  // The clock advances in whole steps, because the number of timeline marks is constant.
  const takenMs = (responseUs ?? 0) / 1_000;
  expect((await run(takenMs - 1)).status).toBe("degraded");
  expect((await run(takenMs)).status).toBe("up");
  await server.close();
});

describe("addresses that the egress policy blocks", () => {
  const spellings = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[::ffff:0:127.0.0.1]",
    "\uff11\uff12\uff17.0.0.1",
    "127\u30020\u30020\u30021",
    "169.254.169.254",
    "0.0.0.0",
  ];
  test.each(spellings)("%s is ADDRESS_BLOCKED in hosted mode, without a connection attempt", async (host) => {
    const server = await startAnswering(OK);
    // Only a URL normalizes full-width characters before the policy sees them; to other kinds they are names.
    const types = PROBED_TYPES.filter((type) => /^[!-~]*$/.test(host) || type === "url");
    const specs: CheckSpec[] = types.map((type) => specOf(type, CONNECTING[type](host, server.port)));
    for (const spec of specs) {
      const outcome = await runCheck(spec, checkContext({ mode: "hosted", lookup: lookupOf({}) }));
      expect(outcome).toMatchObject({
        status: "error",
        responseUs: null,
        error: { code: "ADDRESS_BLOCKED", phase: "connect" },
      });
      expect(outcome.error?.message).toContain("VEDETTE_EGRESS");
    }
    expect(server.received).toEqual([]);
    await server.close();
  });

  test("blocks a name that was public and now resolves to loopback", async () => {
    const server = await startAnswering(OK);
    const lookup = vi
      .fn<Lookup>()
      .mockImplementationOnce((_, done) => done(null, ["127.0.0.5"]))
      .mockImplementation((_, done) => done(null, ["127.0.0.1"]));
    // The allowed address represents a public one: tests connect only to loopback.
    const context = checkContext({ mode: "hosted", allow: ["127.0.0.5"], lookup });
    const spec = httpSpec(`http://rebind.test:${server.port}/`);
    expect((await runCheck(spec, context)).error).toMatchObject({ code: "CONNECT_REFUSED" });
    const outcome = await runCheck(spec, context);
    expect(outcome.error).toMatchObject({ code: "ADDRESS_BLOCKED", phase: "dns" });
    expect(outcome.timings.dnsUs).toBe(outcome.responseUs);
    expect(server.received).toEqual([]);
    await server.close();
  });

  test.each(PROBED_TYPES)("a check of kind %s is blocked by the address of a name", async (type) => {
    const server = await startAnswering(OK);
    const context = checkContext({ mode: "hosted", lookup: lookupOf({ "inside.test": ["127.0.0.1"] }) });
    const outcome = await runCheck(specOf(type, CONNECTING[type]("inside.test", server.port)), context);
    expect(outcome).toMatchObject({ status: "error", error: { code: "ADDRESS_BLOCKED", phase: "dns" } });
    expect(server.received).toEqual([]);
    await server.close();
  });

  test("one internal address among public ones blocks the name in hosted mode, and is skipped when self-hosted", async () => {
    const server = await startAnswering(OK);
    const spec = httpSpec(`http://mixed.test:${server.port}/`);
    const lookup = lookupOf({ "mixed.test": ["169.254.1.1", "127.0.0.1"] });
    const hosted = checkContext({ mode: "hosted", allow: ["127.0.0.1"], lookup });
    expect((await runCheck(spec, hosted)).error).toMatchObject({ code: "ADDRESS_BLOCKED", phase: "dns" });
    expect(await runCheck(spec, checkContext({ lookup }))).toMatchObject({ status: "up", ip: "127.0.0.1" });
    await server.close();
  });
});

describe("tcp", () => {
  test("up: connected and closed again, with DNS and connect times", async () => {
    const server = await startRawServer(() => {});
    const lookup = lookupOf({ "db.test": ["127.0.0.1"] });
    const outcome = await runCheck(tcpSpec("db.test", server.port), checkContext({ lookup }));
    expect(outcome).toMatchObject({
      status: "up",
      ip: "127.0.0.1",
      statusCode: null,
      timings: { tlsUs: null, ttfbUs: null, downloadUs: null },
    });
    expect((outcome.timings.dnsUs ?? 0) + (outcome.timings.connectUs ?? 0)).toBe(outcome.responseUs);
    await server.idle();
    await server.close();
  });

  test("evaluates an assertion on the response time", async () => {
    const server = await startRawServer(() => {});
    const assertions = [{ type: "response_time", property: null, operator: "less_than", value: 0 }] as const;
    const outcome = await runCheck(tcpSpec("127.0.0.1", server.port, { assertions }), checkContext());
    expect(outcome).toMatchObject({
      status: "down",
      error: { code: "ASSERTION_FAILED", phase: "assertion" },
    });
    await server.close();
  });

  test("refused, unknown name, silent resolver", async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const refused = await runCheck(tcpSpec("127.0.0.1", server.port), checkContext());
    expect(refused.error).toMatchObject({ code: "CONNECT_REFUSED", phase: "connect" });
    const unknown = await runCheck(tcpSpec("no.test", 80), checkContext({ lookup: lookupOf({}) }));
    expect(unknown.error).toMatchObject({ code: "DNS_FAILED", phase: "dns" });
    expect(unknown.timings.dnsUs).not.toBeNull();
    const silent = await runCheck(
      tcpSpec("a.test", 80, { timeoutMs: 50 }),
      checkContext({ lookup: () => {} }),
    );
    expect(silent.error).toMatchObject({ code: "DNS_FAILED", phase: "dns" });
  });

  test.runIf(process.platform === "linux")("a host that drops the SYN is CONNECT_TIMEOUT", async () => {
    const listener = await startFullListener();
    for (const spec of [
      tcpSpec("127.0.0.1", listener.port, { timeoutMs: 200 }),
      httpSpec(`http://127.0.0.1:${listener.port}/`, { timeoutMs: 200 }),
    ]) {
      const outcome = await runCheck(spec, checkContext());
      expect(outcome.error).toMatchObject({ code: "CONNECT_TIMEOUT", phase: "connect" });
      expect(outcome.timings.connectUs).toBe(outcome.responseUs);
    }
    listener.stop();
  });
});
