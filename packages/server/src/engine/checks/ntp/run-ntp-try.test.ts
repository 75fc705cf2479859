import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { chronyMissing, startChrony } from "../../../../test/servers/services/chrony.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("ntp", { host: "127.0.0.1", port, timeout_ms: 5_000, ...fields }), checkContext());

async function start(settings: string): Promise<number> {
  const { port, stop } = await startChrony(settings);
  onTestFinished(stop);
  // The port is closed until the server is ready.
  await expect.poll(async () => (await run(port)).error?.code).not.toBe("CONNECT_REFUSED");
  return port;
}

describe.skipIf(chronyMissing !== null)(`with chrony ${chronyMissing ?? ""}`, () => {
  test("has the stratum of the server, and the offset of its clock, which is that of this machine", async () => {
    const port = await start("local stratum 5");
    const assertions = [
      is("stratum", "equals", 5),
      is("clock_offset", "less_than", 1_000),
      is("clock_offset", "greater_than", -1_000),
    ];
    const outcome = await run(port, { assertions, keep_body: "always" });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    expect(outcome.kept?.headers.stratum).toBe("5");
    expect(outcome.timings.ttfbUs).toBe(outcome.responseUs);
  });

  test("a server without a time is not synchronized", async () => {
    const port = await start("");
    expect((await run(port)).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringMatching(/not synchronized|refuses to answer/),
    });
  });
});

describe("a server by hand", () => {
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

  /** An answer whose clock is ahead by so many seconds. */
  function answered(request: Buffer, { aheadS = 0, stratum = 2, reference = "GPS" } = {}): Buffer {
    const answer = Buffer.alloc(48);
    answer[0] = 0x24;
    answer[1] = stratum;
    answer.write(reference, 12, "latin1");
    request.copy(answer, 24, 40, 48);
    for (const at of [32, 40]) {
      const seconds = Date.now() / 1_000 + aheadS + 2_208_988_800;
      answer.writeUInt32BE(Math.floor(seconds) % 2 ** 32, at);
      answer.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4);
    }
    return answer;
  }

  test("an hour ahead, also after the end of the era in 2036", async () => {
    const port = await serve((request) => [answered(request, { aheadS: 3_600 })]);
    const assertions = [
      is("clock_offset", "greater_than", 3_599_000),
      is("clock_offset", "less_than", 3_601_000),
    ];
    expect((await run(port, { assertions })).error).toBeNull();
    const later = await serve((request) => [answered(request, { aheadS: 14 * 365 * 86_400 })]);
    const ahead = [is("clock_offset", "greater_than", 13 * 365 * 86_400_000)];
    expect((await run(later, { assertions: ahead })).error).toBeNull();
  });

  test("a request to come less often is down, with its code", async () => {
    const port = await serve((request) => [answered(request, { stratum: 0, reference: "RATE" })]);
    expect((await run(port)).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: "the server refuses to answer: RATE",
    });
  });

  test("datagrams that do not answer the request are ignored", async () => {
    const forged = Buffer.alloc(48, 0x24);
    const port = await serve((request) => [forged, Buffer.alloc(0), Buffer.alloc(60_000), answered(request)]);
    expect((await run(port)).error).toBeNull();
    const silent = await serve(() => [forged, Buffer.from("x")]);
    expect((await run(silent, { timeout_ms: 300 })).error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: no answer came within 0.3 s",
    });
  });
});
