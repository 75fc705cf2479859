import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A relay between a client and a server that can interrupt their connections. */
export type TcpRelay = {
  readonly port: number;
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>;
  /**
   * Accepts connections and reads their data, but forwards nothing, not even a close: like a proxy that hangs
   * while its kernel still acknowledges.
   */
  swallow(): void;
  /** Forwards new connections again. Closes the existing connections on both sides. */
  heal(): void;
};

export async function startTcpRelay(target: number | NetConnectOpts): Promise<TcpRelay> {
  const upstreamAddress = typeof target === "number" ? { port: target, host: "127.0.0.1" } : target;
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => sockets.delete(client));
    if (isSwallowing) {
      client.resume();
      return;
    }
    const upstream = connect({ ...upstreamAddress, allowHalfOpen: true });
    sockets.add(upstream);
    upstream.on("error", () => upstream.destroy());
    // When one side ends or fails, the other side is closed too.
    for (const [side, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      side.on("data", (bytes) => isSwallowing || other.write(bytes));
      side.on("end", () => isSwallowing || other.end());
      side.on("close", () => {
        sockets.delete(side);
        if (!isSwallowing) other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      closeAll();
      await closed;
    },
    swallow() {
      isSwallowing = true;
    },
    heal() {
      closeAll();
      isSwallowing = false;
    },
  };
}
