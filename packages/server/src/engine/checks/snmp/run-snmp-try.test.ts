import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { snmpdMissing, startSnmpd } from "../../../../test/servers/services/snmpd.ts";
import { BER, ber, berNumber, berText, readAllBer, readBer } from "../dialogue/ber.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const COMMUNITY = { community: "s3cret-snmp" };
const SYS_NAME = "1.3.6.1.2.1.1.5.0";

const run = (port: number, fields: Record<string, unknown>) =>
  runCheck(specOf("snmp", { host: "127.0.0.1", port, timeout_ms: 3_000, ...fields }), checkContext());

describe.skipIf(snmpdMissing !== null)(`with Net-SNMP ${snmpdMissing ?? ""}`, () => {
  let agent: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    agent = await startSnmpd();
    await vi.waitFor(async () => expect((await run(agent.port, COMMUNITY)).status).toBe("up"), 20_000);
  }, 30_000);
  afterAll(() => agent.stop());

  test("a value of version 2c is up, and the phases add up", async () => {
    const outcome = await run(agent.port, { ...COMMUNITY, assertions: [is("value", "greater_than", 0)] });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    expect(outcome.timings.ttfbUs).toBe(outcome.responseUs);
  });

  test.each([
    [SYS_NAME, "equals", "grün"],
    ["1.3.6.1.2.1.1.2.0", "equals", "1.3.6.1.4.1.8072.3.2.10"],
    ["1.3.6.1.2.1.1.7.0", "equals", 72],
    ["1.3.6.1.2.1.11.1.0", "greater_than", 0],
    [".1.3.6.1.2.1.1.9.1.2.1", "starts_with", "1.3.6.1."],
    ["1.3.6.1.2.1.1.99.0", "not_exists", null],
  ])("the value of %s %s %j", async (oid, operator, value) => {
    const { error, assertions } = await run(agent.port, {
      ...COMMUNITY,
      oid,
      assertions: [is("value", operator, value)],
    });
    expect([error, assertions[0]?.passed]).toEqual([null, true]);
  });

  test("an object without a value is down, with the reason", async () => {
    const { error } = await run(agent.port, { ...COMMUNITY, oid: "1.3.6.1.9.9.9" });
    expect(error).toMatchObject({
      code: "SERVICE_ERROR",
      message: "the server answered with an error: it has no value of 1.3.6.1.9.9.9 (noSuchObject)",
    });
  });

  test("an agent does not answer to another community", async () => {
    const { error } = await run(agent.port, { community: "other", timeout_ms: 400 });
    expect(error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: no answer came, as with a wrong community, within 0.4 s",
    });
  });

  const userFields = (name: string) => {
    const [auth_protocol, privacy_protocol] = name.split("-");
    const isPrivate = privacy_protocol !== "auth";
    return {
      ...{ snmp_version: "v3", user: name, auth_protocol, password: "authpass1", oid: SYS_NAME },
      ...(isPrivate && { privacy_protocol, privacy_password: "privpass1" }),
    };
  };

  test.each([
    "md5-des",
    "sha-aes",
    "sha224-aes",
    "sha256-aes",
    "sha384-aes",
    "sha512-des",
    "sha256-aes256",
    "md5-aes256",
    "md5-aes256c",
    "sha-auth",
  ])("the user %s of version 3", async (name) => {
    const assertions = [is("value", "equals", "grün")];
    expect((await run(agent.port, { ...userFields(name), assertions })).error).toBeNull();
  });

  test("a user without password", async () => {
    expect((await run(agent.port, { snmp_version: "v3", user: "open" })).error).toBeNull();
  });

  test("a wrong privacy password gets no answer, and the message says so", async () => {
    const fields = { ...userFields("sha256-aes"), privacy_password: "privpass2", timeout_ms: 500 };
    expect((await run(agent.port, fields)).error).toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining("as with a wrong privacy_password"),
    });
  });

  test.each([
    ["an unknown user", { user: "none" }, "unknown user name"],
    ["a wrong password", { password: "authpass2" }, "wrong password, or another auth_protocol"],
    [
      "too little security",
      { privacy_password: undefined },
      "does not support this level of security|authorizationError",
    ],
  ])("%s is down", async (_, fields, text) => {
    const { error, attempts } = await run(agent.port, { ...userFields("sha256-aes"), ...fields });
    expect(error?.message).toMatch(new RegExp(text));
    expect(["LOGIN_FAILED", "SERVICE_ERROR"]).toContain(error?.code);
    expect(attempts).toBe(1);
  });
});

describe("an agent by hand", () => {
  async function serve(answer: (request: Buffer) => readonly Buffer[]): Promise<number> {
    const socket = createSocket("udp4");
    socket.on("message", (request, { port, address }) => {
      for (const datagram of answer(request)) socket.send(datagram, port, address);
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    onTestFinished(() => void socket.close());
    return socket.address().port;
  }

  /** An answer of version 2c to a request, with this value. */
  function answered(request: Buffer, value: Buffer, { status = 0, idOffset = 0 } = {}): Buffer {
    const [, , pdu] = readAllBer(readBer(request)?.content ?? Buffer.alloc(0)) ?? [];
    const [id, , , variables] = readAllBer(pdu?.content ?? Buffer.alloc(0)) ?? [];
    const name = readBer(readBer(variables?.content ?? Buffer.alloc(0))?.content ?? Buffer.alloc(0));
    const variable = ber(BER.sequence, ber(BER.oid, name?.content ?? Buffer.alloc(0)), value);
    const number = (id?.content.readUIntBE(0, id.content.length) ?? 0) + idOffset;
    return ber(
      BER.sequence,
      berNumber(1),
      berText("x"),
      ber(0xa2, berNumber(number), berNumber(status), berNumber(0), ber(BER.sequence, variable)),
    );
  }

  test.each([
    ["a counter of 64 bits", ber(0x46, Buffer.from("00ffffffffffffffff", "hex")), "18446744073709551615"],
    ["an address", ber(0x40, Buffer.from([192, 0, 2, 1])), "192.0.2.1"],
    ["bytes", ber(BER.octets, Buffer.from([0, 0x1b, 0x21])), "0x001b21"],
    ["a negative number", ber(BER.integer, Buffer.from([0xff])), -1],
    ["an unknown type", ber(0x99, Buffer.from([1])), "0x01"],
  ])("%s is a value", async (_, value, expected) => {
    const port = await serve((request) => [answered(request, value)]);
    const outcome = await run(port, { ...COMMUNITY, assertions: [is("value", "equals", expected)] });
    expect(outcome.assertions[0]).toMatchObject({ actual: expected, passed: true });
  });

  test("an answer to another request is ignored, and an error is down", async () => {
    const other = await serve((request) => [answered(request, ber(BER.none), { idOffset: 1 })]);
    expect((await run(other, { ...COMMUNITY, timeout_ms: 300 })).error?.code).toBe("TIMEOUT");
    const failing = await serve((request) => [answered(request, ber(BER.none), { status: 5 })]);
    expect((await run(failing, COMMUNITY)).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: "the server answered with an error: genErr",
    });
  });

  test("a request that got lost is sent again", async () => {
    let count = 0;
    const port = await serve((request) => {
      count += 1;
      return count < 3 ? [] : [answered(request, ber(BER.integer, Buffer.from([7])))];
    });
    expect((await run(port, { ...COMMUNITY, timeout_ms: 900 })).error).toBeNull();
    expect(count).toBe(3);
  });
});
