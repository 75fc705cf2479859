import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands between a client and a server, and can part them: for the server the client has died. */
export type TcpRelay = {
  readonly port: number;
  /** Ends all connections, and takes no more. */
  cut(): Promise<void>;
};

export async function startTcpRelay(targetPort: number): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    for (const socket of [client, target]) {
      sockets.add(socket);
      // Whichever side fails, the other is ended.
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        client.destroy();
        target.destroy();
        sockets.delete(socket);
      });
    }
    client.pipe(target).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
