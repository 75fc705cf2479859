import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { mosquittoMissing, startMosquitto } from "../../../../test/servers/services/mosquitto.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

describe.skipIf(mosquittoMissing !== null)(`with a real broker ${mosquittoMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let broker: Awaited<ReturnType<typeof startMosquitto>>;
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    broker = await startMosquitto(fixtures.valid);
  });
  afterAll(() => broker.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("mqtt", {
        ...{ host: "localhost", ip_family: 4, port: broker.port, user: "watch", password: "s3cret-mqtt" },
        ...fields,
      }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test("an accepted session is up, and the phases add up", async () => {
    const outcome = await run({});
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    const { dnsUs, connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect(downloadUs).toBeNull();
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
  });

  test("receives its own message, under TLS", async () => {
    const outcome = await run({
      ...{ port: broker.tlsPort, tls: true, topic: "test/round trip", send: "tür {1}", expect: "ür" },
      ...{
        keep_body: "always",
        assertions: [is("body", "equals", "tür {1}"), is("ssl_expiry", "greater_than", 1)],
      },
    });
    expect(outcome).toMatchObject({ status: "up", error: null, kept: { body: "tür {1}" } });
    expect(outcome.timings.downloadUs).not.toBeNull();
  });

  test("reads a topic of the broker, and skips messages that are not the expected one", async () => {
    const fields = { topic: "$SYS/broker/#", expect: "^mosquitto version \\d", expect_type: "matches" };
    expect((await run(fields)).error).toBeNull();
  });

  test("a message that does not come is a timeout", async () => {
    const { error } = await run({ topic: "none", expect: "x", timeout_ms: 300 });
    expect(error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: the expected message did not come within 0.3 s",
    });
  });

  test.each([
    ["a wrong password", { password: "other" }],
    ["no user", { user: undefined, password: undefined }],
  ])("%s is LOGIN_FAILED", async (_, fields) => {
    expect((await run(fields)).error).toMatchObject({
      code: "LOGIN_FAILED",
      message: "the server refused the login: not authorized",
    });
  });
});

test.each([
  ["\x20\x02\x00\x03", "SERVICE_ERROR", "it is unavailable"],
  ["\x20\x02\x00\x00\x90\x03\x00\x01\x80", "SERVICE_ERROR", "refuses the subscription"],
  ["HTTP/1.1 400 Bad Request\r\n\r\n", "PROTOCOL_ERROR", "does not speak MQTT"],
])("the answer %j is %s", async (answer, code, text) => {
  const server = await startRawServer(
    () => {},
    (socket) => socket.once("data", () => socket.write(Buffer.from(answer, "latin1"))),
  );
  const { error } = await runCheck(
    specOf("mqtt", { host: "127.0.0.1", port: server.port, topic: "a" }),
    checkContext(),
  );
  expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
  await server.close();
});
