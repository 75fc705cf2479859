import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext } from "../../src/engine/checks/check-try.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { createEgress } from "../../src/platform/net/egress.ts";
import { createEgressPolicy, type EgressMode } from "../../src/platform/net/egress-policy.ts";
import type { Lookup } from "../../src/platform/net/resolve.ts";

/** A server on its own loopback port that sends exactly the given bytes. */
export type RawServer = {
  port: number;
  url: string;
  /** The bytes that each connection has sent so far, oldest connection first. */
  received: string[];
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export async function startRawServer(
  onRequest: (socket: Socket, request: string, index: number) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<RawServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const index = received.push("") - 1;
    socket.on("error", () => socket.destroy());
    onConnection(socket);
    socket.on("data", (chunk) => {
      const before = received[index] ?? "";
      received[index] = before + chunk.toString("latin1");
      if (!before.includes("\r\n\r\n") && received[index]?.includes("\r\n\r\n")) {
        onRequest(socket, received[index] ?? "", index);
      }
    });
  });
  const { port, idle, close } = await listening(server);
  return { port, url: `http://127.0.0.1:${port}/`, received, idle, close };
}

/** Starts a TCP server on loopback and tracks its connections. */
export async function listening(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    async idle() {
      for (const socket of sockets) {
        if (!socket.closed) await new Promise<void>((resolve) => socket.once("close", () => resolve()));
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Starts a server that sends the same bytes to each connection and then closes it. */
export function startAnswering(...responses: (string | Buffer)[]): Promise<RawServer> {
  return startRawServer((socket, _, index) => {
    socket.end(responses[Math.min(index, responses.length - 1)] ?? "");
  });
}

export function checkContext({
  mode = "self-hosted",
  allow = [],
  lookup,
  extraCa = [],
  unixSockets = [],
}: {
  mode?: EgressMode;
  allow?: readonly string[];
  lookup?: Lookup;
  extraCa?: readonly string[];
  unixSockets?: readonly string[];
} = {}): CheckContext {
  const policy = createEgressPolicy({ mode, allow, deny: [], ownPorts: () => [], unixSockets });
  return { clock: systemClock, egress: createEgress({ policy, extraCa, ...(lookup ? { lookup } : {}) }) };
}

/** Creates a lookup that knows only these names. */
export function lookupOf(names: Readonly<Record<string, readonly string[]>>): Lookup {
  return (name, done) => {
    const addresses = names[name];
    const unknown = Object.assign(new Error(`unknown name ${name}`), { code: "ENOTFOUND" });
    setImmediate(() => (addresses ? done(null, addresses) : done(unknown, [])));
  };
}

export function httpSpec(url: string, changes: Partial<HttpCheckSpec> = {}): HttpCheckSpec {
  return {
    kind: "url",
    url,
    method: "GET",
    headers: {},
    body: null,
    followRedirects: true,
    verifyTls: true,
    timeoutMs: 10_000,
    retries: 0,
    degradedAfterMs: null,
    assertions: [],
    ...changes,
  };
}
