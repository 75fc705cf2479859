import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands between a client and a server on a Unix socket, and can swallow whatever either says: the network is gone. */
export type SilentRelay = {
  readonly port: number;
  /** No connection ends, and nothing arrives any more. */
  fallSilent(): void;
  close(): Promise<void>;
};

export async function startSilentRelay(socketPath: string): Promise<SilentRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(socketPath);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => from.destroy());
      from.on("close", () => to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().removeAllListeners("close").resume();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
