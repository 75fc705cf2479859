import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export type OpenPort = { port: number; close(): Promise<void> };

/** Opens a server on a free loopback port. It survives all connection errors. */
export async function openPort(server: Server): Promise<OpenPort> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", (socket: Socket) => socket.on("error", () => socket.destroy()));
  // Clients that abort the handshake are expected on these ports.
  server.on("tlsClientError", (_error: Error, socket: Socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

export function openRawPort(onConnection: (socket: Socket) => void): Promise<OpenPort> {
  return openPort(createServer(onConnection));
}
