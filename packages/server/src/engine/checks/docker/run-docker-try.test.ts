import { request } from "node:http";
import { createServer } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, listening, startAnswering } from "../../../../test/servers/raw-server.ts";
import { type PodmanService, podmanMissing, startPodman } from "../../../../test/servers/services/podman.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

describe.skipIf(podmanMissing !== null)(`with Podman ${podmanMissing ?? ""}`, () => {
  let podman: PodmanService;
  beforeAll(async () => {
    podman = await startPodman();
  }, 60_000);
  afterAll(() => podman.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("docker", { socket_path: podman.socket, ...fields }),
      checkContext({ unixSockets: [podman.socket] }),
    );

  test("a container that runs is up, over the Unix socket and over TCP", async () => {
    const outcome = await run({
      container: "web",
      keep_body: "always",
      assertions: [
        is("container_state", "equals", "running"),
        is("container_health", "equals", "healthy"),
        is("restart_count", "less_than", 1),
      ],
    });
    expect(outcome).toMatchObject({ status: "up", ip: null, statusCode: 200, error: null });
    expect(outcome.kept?.headers).toMatchObject({ container_state: "running", container_health: "healthy" });
    const { dnsUs, connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect(dnsUs).toBeNull();
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
    const tcp = { socket_path: null, host: "127.0.0.1", port: podman.port };
    expect(await run({ ...tcp, container: "web" })).toMatchObject({ status: "up", ip: "127.0.0.1" });
    expect(await run({ container: "plain" })).toMatchObject({ status: "up" });
  });

  test.each([
    ["sick", "expected the container sick to be running and healthy, got unhealthy"],
    ["once", "expected the container once to be running and healthy, got exited (exit code 1)"],
  ])("the container %s is down", async (container, message) => {
    expect((await run({ container })).error).toEqual({
      code: "ASSERTION_FAILED",
      message,
      phase: "assertion",
    });
  });

  test("a job that should have ended is up by its assertion", async () => {
    const assertions = [is("container_state", "equals", "exited")];
    expect((await run({ container: "once", assertions })).error).toBeNull();
    expect((await run({ container: "web", assertions })).error).toMatchObject({
      message: 'expected state of the container to be "exited", got "running"',
    });
  });

  test("a container that does not exist is down", async () => {
    expect((await run({ container: "none" })).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringContaining("no such container"),
    });
  });

  test("over TLS it shows the client certificate", async () => {
    const fixtures = await createTlsFixtures();
    // Docker's daemon asks for a certificate of the client; Podman has no TLS of its own.
    const tls = { ...fixtures.valid, ca: fixtures.ca, requestCert: true };
    const server = await listening(
      createServer(tls, (incoming, response) => {
        request({ socketPath: podman.socket, path: incoming.url }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }).end();
      }),
    );
    const fields = { container: "web", host: "localhost", port: server.port, tls: true, ip_family: 4 };
    // As a runner gets it: the variable is resolved.
    const auth = { type: "mtls" as const, certificate: fixtures.valid.cert, key: fixtures.valid.key };
    const context = checkContext({ extraCa: [fixtures.ca] });
    const outcome = await runCheck({ ...specOf("docker", fields), auth }, context);
    expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    expect((await runCheck(specOf("docker", fields), context)).status).toBe("down");
    await server.close();
  });
});

describe("the Unix socket", () => {
  const run = (socket_path: string, unixSockets: readonly string[] = []) =>
    runCheck(specOf("docker", { socket_path, container: "web" }), checkContext({ unixSockets }));

  test("is not opened unless the operator allows exactly this path", async () => {
    for (const path of ["/var/run/docker.sock", "/run/user/../docker.sock", "/run/docker.sock/"]) {
      expect(await run(path, ["/run/docker.sock"])).toMatchObject({
        status: "error",
        error: { code: "ADDRESS_BLOCKED", message: expect.stringContaining("VEDETTE_DOCKER_SOCKETS") },
      });
    }
  });

  test("without a server is down", async () => {
    const path = "/tmp/vedette-no-such-socket";
    expect(await run(path, [path])).toMatchObject({ status: "down", error: { code: "CONNECT_REFUSED" } });
  });
});

test.each([
  ['{"State":{"Status":"running","Health":{"Status":"starting"}}}', null],
  ['{"State":{"Status":"paused"}}', "ASSERTION_FAILED"],
  ['{"State":{"Status":"exited","ExitCode":137,"OOMKilled":true}}', "ASSERTION_FAILED"],
  ['{"State":{"Status":{}}}', "PROTOCOL_ERROR"],
  ["[]", "PROTOCOL_ERROR"],
  ["<html>", "PROTOCOL_ERROR"],
])("the description %s gives %s", async (text, code) => {
  const server = await startAnswering(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
  const { error } = await runCheck(
    specOf("docker", { host: "127.0.0.1", port: server.port, container: "a.b" }),
    checkContext(),
  );
  expect(error?.code ?? null).toBe(code);
  expect(server.received[0]).toMatch(/^GET \/containers\/a\.b\/json HTTP\/1\.1\r\n/);
  await server.close();
});
