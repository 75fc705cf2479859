import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** Stands between a client and a server, and can part them: for the server the client has died. */
export type TcpRelay = {
  readonly port: number;
  /** Ends all connections, and takes no more. */
  cut(): Promise<void>;
  /**
   * Takes connections and what is said on them, and passes nothing on, not even an end: as a proxy that hangs, whose
   * kernel still acknowledges.
   */
  swallow(): void;
  /** Passes new connections on again. Those of before have died, as both sides learn now. */
  heal(): void;
};

export async function startTcpRelay(target: number | NetConnectOpts): Promise<TcpRelay> {
  const place = typeof target === "number" ? { port: target, host: "127.0.0.1" } : target;
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
    const upstream = connect({ ...place, allowHalfOpen: true });
    sockets.add(upstream);
    upstream.on("error", () => upstream.destroy());
    // Whichever side ends or fails, the other is ended.
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
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      endAll();
      await closed;
    },
    swallow() {
      isSwallowing = true;
    },
    heal() {
      endAll();
      isSwallowing = false;
    },
  };
}
