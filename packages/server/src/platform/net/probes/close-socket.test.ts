import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { listening } from "../../../../test/servers/raw-server.ts";
import { closeSocket } from "./close-socket.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a session that was ended is closed by force if the server keeps its side open", async () => {
  const server = await listening(
    createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {}).resume();
    }),
  );
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  socket.end("bye");
  closeSocket(socket);
  vi.advanceTimersByTime(999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
  await server.close();
});

test("a session that was not ended is closed at once", async () => {
  const server = await listening(createServer((socket) => socket.on("error", () => {}).resume()));
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  closeSocket(socket);
  expect(socket.destroyed).toBe(true);
  await server.close();
});
