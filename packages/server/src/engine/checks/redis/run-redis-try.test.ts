import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { redisMissing, startRedis } from "../../../../test/servers/services/redis.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const PASSWORD = "s3cret-redis";

describe.skipIf(redisMissing !== null)(`with a real server ${redisMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    redis = await startRedis(fixtures.valid);
  });
  afterAll(() => redis.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("redis", { host: "localhost", port: redis.port, ip_family: 4, ...fields }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test("PING after a login is up, and the phases add up", async () => {
    const outcome = await run({ password: PASSWORD, database: "3", keep_body: "always" });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null, kept: { body: "PONG" } });
    const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = outcome.timings;
    expect([tlsUs, downloadUs]).toEqual([null, null]);
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
  });

  test("a field of INFO is a value, numbers as numbers", async () => {
    const role = await run({
      password: PASSWORD,
      info_field: "role",
      assertions: [is("value", "equals", "master")],
    });
    expect(role).toMatchObject({ status: "up", assertions: [{ actual: "master", passed: true }] });
    expect(role.timings.downloadUs).not.toBeNull();
    const clients = await run({
      password: PASSWORD,
      info_field: "connected_clients",
      assertions: [is("value", "greater_than", 100), is("value", "equals", "1.0")],
    });
    expect(clients.error?.message).toBe("expected value to be greater than 100, got 1");
    expect(clients.assertions.map(({ passed }) => passed)).toEqual([false, true]);
    const none = await run({
      password: PASSWORD,
      info_field: "no_such_field",
      assertions: [is("value", "not_exists", null)],
    });
    expect(none.status).toBe("up");
  });

  test("over TLS, with a user of the ACL", async () => {
    const fields = { port: redis.tlsPort, tls: true, user: "watch", password: PASSWORD };
    const outcome = await run({ ...fields, assertions: [is("ssl_expiry", "greater_than", 1)] });
    expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    expect((await run({ ...fields, info_field: "role" })).error).toMatchObject({
      code: "LOGIN_FAILED",
      message: expect.stringContaining("NOPERM"),
    });
  });

  test.each([
    ["no login", {}, "LOGIN_FAILED", "NOAUTH"],
    ["a wrong password", { password: "other" }, "LOGIN_FAILED", "WRONGPASS"],
    [
      "an unknown database",
      { password: PASSWORD, database: "99" },
      "SERVICE_ERROR",
      "DB index is out of range",
    ],
  ])("%s is down, and the message has the answer", async (_, fields, code, text) => {
    const { status, error, attempts } = await run(fields);
    expect({ status, code: error?.code, attempts }).toEqual({ status: "down", code, attempts: 1 });
    expect(error?.message).toContain(text);
  });
});

test("ends its session with QUIT before it closes the connection", async () => {
  const server = await startRawServer(
    () => {},
    (socket) => socket.on("data", () => socket.write("+PONG\r\n")),
  );
  const { status } = await runCheck(
    specOf("redis", { host: "127.0.0.1", port: server.port }),
    checkContext(),
  );
  expect(status).toBe("up");
  await server.idle();
  expect(server.received).toEqual(["*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nQUIT\r\n"]);
  await server.close();
});
