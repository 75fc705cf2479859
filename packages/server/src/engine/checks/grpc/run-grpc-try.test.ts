import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import { afterEach, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startAnswering } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.forceShutdown();
});

type Call = ServerUnaryCall<Buffer, Buffer>;

/** A server of grpc-js with the health service; `answer` returns the message or an error. */
async function startGrpc(
  answer: (service: string, call: Call) => Buffer | { code: status; details: string },
  credentials = ServerCredentials.createInsecure(),
): Promise<number> {
  const server = new Server();
  servers.push(server);
  const asBytes = (bytes: Buffer) => bytes;
  const check = (call: Call, done: sendUnaryData<Buffer>) => {
    const found = answer(call.request.subarray(2).toString(), call);
    if (Buffer.isBuffer(found)) done(null, found);
    else done(found);
  };
  const method = {
    path: "/grpc.health.v1.Health/Check",
    requestStream: false,
    responseStream: false,
    requestSerialize: asBytes,
    requestDeserialize: asBytes,
    responseSerialize: asBytes,
    responseDeserialize: asBytes,
  };
  server.addService({ Check: method }, { Check: check as UntypedHandleCall });
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

const SERVING = Buffer.from([8, 1]);
const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("grpc", { host: "127.0.0.1", port, ...fields }), checkContext());
const is = (type: string, value: unknown) => ({ type, operator: "equals", value, property: null });

describe("a gRPC health check", () => {
  test("passes if the service is serving, and sends its name and the metadata", async () => {
    const asked: unknown[] = [];
    const port = await startGrpc((service, { metadata }) => {
      asked.push(service, metadata.get("x-key"));
      return SERVING;
    });
    const outcome = await run(port, { service: "shop.v1.Orders", headers: { "X-Key": "k" } });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1" });
    expect(asked).toEqual(["shop.v1.Orders", ["k"]]);
    const { connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
  });

  test.each([
    [Buffer.from([8, 2]), "expected the server to be SERVING, got NOT_SERVING"],
    [Buffer.alloc(0), "expected the server to be SERVING, got UNKNOWN"],
    [
      { code: status.NOT_FOUND, details: "no" },
      "got the gRPC status 5 (NOT_FOUND: the server does not know this service)",
    ],
    [{ code: status.INTERNAL, details: "broken" }, "got the gRPC status 13 (broken)"],
  ])("is down with %j", async (answer, message) => {
    const { error } = await run(await startGrpc(() => answer));
    expect(error).toMatchObject({ code: "ASSERTION_FAILED" });
    expect(error?.message).toContain(message);
  });

  test("lets assertions judge another status", async () => {
    const port = await startGrpc(() => Buffer.from([8, 2]));
    const assertions = [is("serving_status", "NOT_SERVING"), is("grpc_status", 0)];
    expect((await run(port, { assertions })).status).toBe("up");
  });

  test("reports a server without the health service, and one that is not gRPC", async () => {
    const server = new Server();
    servers.push(server);
    const port = await new Promise<number>((resolve) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_, bound) => resolve(bound));
    });
    expect((await run(port)).error?.message).toContain("UNIMPLEMENTED");
    const http = await startAnswering("HTTP/1.1 400 Bad Request\r\n\r\n");
    expect(["PROTOCOL_ERROR", "CONNECTION_RESET"]).toContain((await run(http.port)).error?.code);
    await http.close();
  });

  test("uses TLS and verifies the certificate", async () => {
    const { ca, valid } = await createTlsFixtures();
    const pair = { private_key: Buffer.from(valid.key), cert_chain: Buffer.from(valid.cert) };
    const port = await startGrpc(() => SERVING, ServerCredentials.createSsl(null, [pair]));
    const spec = specOf("grpc", { host: "localhost", port, tls: true });
    const trusted = await runCheck(spec, checkContext({ extraCa: [ca] }));
    expect(trusted).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    const untrusted = await runCheck(spec, checkContext());
    expect(untrusted.error).toMatchObject({ code: "TLS_INVALID", reason: "unknown_issuer" });
  });
});
