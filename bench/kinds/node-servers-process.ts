import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import process from "node:process";
import tls from "node:tls";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { startSmtp } from "../../packages/server/test/servers/services/smtp.ts";
import { startWebSocketServer } from "../../packages/server/test/servers/websocket-server.ts";
import { createTlsFixtures } from "../../packages/server/test/tls-fixtures.ts";

/**
 * Servers of Node, apart from the process that is measured. Prints their ports as one line of JSON. The protocols without
 * a server among Debian's packages that answers to one message.
 */
const { valid } = await createTlsFixtures();
process.stdout.write(
  `${JSON.stringify({
    tcp: await startTcp(),
    udp: await startUdp(),
    tls: await startTls(),
    websocket: await startWebSocketServer("pong"),
    grpc: await startGrpc(),
    smtp: (await startSmtp(valid)).port,
  })}\n`,
);

async function startTcp(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("data", () => socket.write("pong\n")).on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function startUdp(): Promise<number> {
  const socket = createSocket("udp4");
  socket.on("message", (bytes, { port, address }) => socket.send(bytes, port, address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket.address().port;
}

async function startTls(): Promise<number> {
  const server = tls.createServer(valid, (socket) => socket.on("error", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function startGrpc(): Promise<number> {
  const SERVING = Buffer.from([8, 1]);
  const asBytes = (bytes: Buffer) => bytes;
  const method = {
    path: "/grpc.health.v1.Health/Check",
    ...{ requestStream: false, responseStream: false },
    ...{ requestSerialize: asBytes, requestDeserialize: asBytes },
    ...{ responseSerialize: asBytes, responseDeserialize: asBytes },
  } as const;
  const server = new Server();
  server.addService(
    { Check: method },
    { Check: (_call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => done(null, SERVING) },
  );
  return new Promise((resolve, reject) => {
    const onBound = (error: Error | null, port: number) => (error ? reject(error) : resolve(port));
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), onBound);
  });
}
