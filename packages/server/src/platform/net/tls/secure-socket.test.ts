import { once } from "node:events";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { secureSocket } from "./secure-socket.ts";

let server: Server;
beforeAll(async () => {
  const { valid } = await createTlsFixtures();
  server = createServer(valid, (socket) => socket.on("error", () => undefined).write("x".repeat(100_000)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const OPTIONS = { rejectUnauthorized: false };

test.each([
  ["during the handshake", false],
  ["while data arrives", true],
])("the socket below is closed only after TLS: %s", async (_name, isSecured) => {
  const socket = await open();
  const secured = secureSocket(socket, OPTIONS);
  secured.on("error", () => undefined);
  if (isSecured) await once(secured, "data");
  const closed = once(socket, "close");
  expect(socket.destroy()).toBe(socket);
  expect(secured.destroyed).toBe(true);
  await closed;
  expect(socket.destroyed).toBe(true);
});

test("destroying TLS closes the socket below, and an error below reaches TLS", async () => {
  const first = await open();
  secureSocket(first, OPTIONS).destroy();
  await once(first, "close");
  const second = await open();
  const secured = secureSocket(second, OPTIONS);
  const failed = once(secured, "error");
  second.destroy(new Error("cut"));
  expect((await failed)[0]).toMatchObject({ message: "cut" });
});
