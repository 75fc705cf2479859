import { createServer as createPlainServer, type Socket } from "node:net";
import { createServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { startFullListener } from "../../../../test/servers/full-listener.ts";
import { checkContext, listening, lookupOf } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(serve: (socket: Socket) => void): Promise<number> {
  const server = await listening(
    createPlainServer((socket) => {
      socket.on("error", () => socket.destroy());
      serve(socket);
    }),
  );
  servers.push(server);
  return server.port;
}

const run = (port: number, fields: Record<string, unknown>) =>
  runCheck(specOf("tcp", { host: "127.0.0.1", port, ...fields }), checkContext());

describe("a TCP check with data", () => {
  test("sends its bytes and reads until the expected text came, in pieces", async () => {
    const port = await start((socket) =>
      socket.once("data", (sent) => {
        socket.write(`${sent.toString("hex")} PO`);
        setImmediate(() => socket.write("NG\r\nmore"));
      }),
    );
    const outcome = await run(port, { send: "base64:UElORw==", expect: "PONG", keep_body: "always" });
    expect(outcome).toMatchObject({ status: "up", kept: { headers: {} } });
    expect(outcome.kept?.body).toContain("50494e47 PONG");
    const { dnsUs, connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
  });

  test("a banner is the answer if only an assertion reads it", async () => {
    const port = await start((socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
    const body = { type: "body", operator: "starts_with", value: "SSH-2.0", property: null };
    expect((await run(port, { assertions: [body] })).status).toBe("up");
    expect((await run(port, { assertions: [{ ...body, value: "220" }] })).error?.code).toBe(
      "ASSERTION_FAILED",
    );
  });

  test("another answer before the end is down, and none is a closed connection", async () => {
    const other = await start((socket) => socket.end("-ERR\r\n"));
    expect((await run(other, { expect: "+OK" })).error).toMatchObject({ code: "ASSERTION_FAILED" });
    const none = await start((socket) => socket.end());
    expect((await run(none, { expect: "+OK" })).error).toMatchObject({ code: "CONNECTION_RESET" });
    const silent = await start((socket) => socket.write("+"));
    expect((await run(silent, { expect: "+OK", timeout_ms: 200 })).error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: the expected text did not come within 0.2 s",
    });
  });

  test("sends without waiting for an answer if none is expected", async () => {
    const received = Promise.withResolvers<string>();
    const port = await start((socket) => socket.once("data", (sent) => received.resolve(sent.toString())));
    expect((await run(port, { send: "bye\\n" })).status).toBe("up");
    expect(await received.promise).toBe("bye\n");
  });
});

describe("a TCP check of a port that is expected to be closed", () => {
  const unused = async () => {
    const server = await listening(createPlainServer());
    await server.close();
    return server.port;
  };

  test("is up if the port refuses, and its assertions are evaluated", async () => {
    const port = await unused();
    const assertions = [{ type: "ip", operator: "equals", value: "127.0.0.1", property: null }];
    expect(await run(port, { expect_closed: true, assertions })).toMatchObject({
      ...{ status: "up", error: null, assertions: [{ passed: true }] },
      timings: { connectUs: expect.any(Number) },
    });
  });

  test.runIf(process.platform === "linux")("is up if a firewall drops the packets", async () => {
    const listener = await startFullListener();
    const outcome = await run(listener.port, { expect_closed: true, timeout_ms: 200 });
    expect(outcome).toMatchObject({ status: "up", error: null });
    listener.stop();
  });

  test("is down if the port accepts connections, or if the name is unknown", async () => {
    const port = await start(() => {});
    expect((await run(port, { expect_closed: true })).error).toEqual({
      code: "PORT_OPEN",
      message: `port ${port} accepts connections, and it is expected to be closed`,
      phase: "connect",
    });
    const context = checkContext({ lookup: lookupOf({}) });
    const spec = specOf("tcp", { host: "no.example", port, expect_closed: true });
    expect((await runCheck(spec, context)).error?.code).toBe("DNS_FAILED");
  });
});

test("with TLS it verifies the certificate before it sends", async () => {
  const fixtures = await createTlsFixtures();
  const tls = createServer(fixtures.valid, (socket) =>
    socket.on("error", () => socket.destroy()).pipe(socket),
  );
  const server = await listening(tls);
  servers.push(server);
  const fields = { host: "localhost", port: server.port, tls: true, send: "echo", expect: "echo" };
  const trusted = await runCheck(specOf("tcp", fields), checkContext({ extraCa: [fixtures.ca] }));
  expect(trusted).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
  expect(trusted.timings.tlsUs).not.toBeNull();
  const untrusted = await runCheck(specOf("tcp", fields), checkContext());
  expect(untrusted.error).toMatchObject({ code: "TLS_INVALID", reason: "unknown_issuer" });
  const lenient = await runCheck(specOf("tcp", { ...fields, verify_tls: false }), checkContext());
  expect(lenient.status).toBe("up");
});
