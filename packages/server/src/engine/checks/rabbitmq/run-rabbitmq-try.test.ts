import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startAnswering } from "../../../../test/servers/raw-server.ts";
import {
  type RabbitmqServer,
  rabbitmqMissing,
  startRabbitmq,
} from "../../../../test/servers/services/rabbitmq.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const LOGIN = { user: "watch", password: "s3cret-rabbit" };

describe.skipIf(rabbitmqMissing !== null)(`with a real server ${rabbitmqMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let rabbitmq: RabbitmqServer;
  // It takes seven seconds to start.
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    rabbitmq = await startRabbitmq(fixtures.valid);
  }, 60_000);
  afterAll(() => rabbitmq.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("rabbitmq", { host: "localhost", ip_family: 4, port: rabbitmq.port, ...LOGIN, ...fields }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test.each(["alarms", "local-alarms", "virtual-hosts", "node-is-quorum-critical"])(
    "the health check %s passes",
    async (health_check) => {
      const outcome = await run({ health_check, keep_body: "always" });
      expect(outcome).toMatchObject({ status: "up", statusCode: 200, ip: "127.0.0.1", error: null });
      expect(outcome.kept?.body).toContain('"status":"ok"');
      const { dnsUs, connectUs, ttfbUs, downloadUs } = outcome.timings;
      expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
    },
  );

  test("under TLS shows the certificate", async () => {
    const outcome = await run({
      ...{ port: rabbitmq.tlsPort, tls: true },
      assertions: [is("ssl_expiry", "greater_than", 1), is("body", "contains", "ok")],
    });
    expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
  });

  test("a wrong password is LOGIN_FAILED", async () => {
    expect((await run({ password: "other" })).error).toMatchObject({
      code: "LOGIN_FAILED",
      message: "the server refused the login: Login failed",
    });
  });

  test("an alarm is down, with its reason", async () => {
    await rabbitmq.raiseAlarm();
    expect(await run({})).toMatchObject({
      status: "down",
      statusCode: 503,
      error: {
        code: "SERVICE_ERROR",
        message: "the server answered with an error: There are alarms in effect in the cluster",
      },
    });
    expect((await run({ health_check: "virtual-hosts" })).status).toBe("up");
  });
});

test.each([
  ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "PROTOCOL_ERROR"],
  ['HTTP/1.1 404 Not Found\r\nContent-Length: 22\r\n\r\n{"reason":"Not Found"}', "SERVICE_ERROR"],
  ["HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", "PROTOCOL_ERROR"],
])("the answer %j is %s", async (answer, code) => {
  const server = await startAnswering(answer);
  const { error } = await runCheck(
    specOf("rabbitmq", { host: "127.0.0.1", port: server.port, ...LOGIN }),
    checkContext(),
  );
  expect(error?.code).toBe(code);
  await server.close();
});
