import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** A server of WebSocket on loopback that answers each message with the same text. Returns its port. */
export async function startWebSocketServer(answer: string): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    socket.on("message", () => socket.send(answer)).on("error", () => socket.terminate());
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
