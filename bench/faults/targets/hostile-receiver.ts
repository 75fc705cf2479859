import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createTlsFixtures } from "../../../packages/server/test/tls-fixtures.ts";

/** A request to the receiver, in milliseconds of the monotonic clock. */
type Call = { path: string; atMs: number; endedMs: number | null; body: string };

/** A receiver of webhooks whose behavior is the first part of the path, such as `/hang/3`. */
export type HostileReceiver = {
  readonly url: string;
  /** With a certificate that no one trusts. */
  readonly tlsUrl: string;
  callsTo(prefix: string): Call[];
  close(): Promise<void>;
};

export const RETRY_AFTER_SECONDS = 20;
const DRIP_MS = 1_000;
const CHUNK = Buffer.alloc(65_536);

export async function startHostileReceiver(): Promise<HostileReceiver> {
  const calls: Call[] = [];
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = "/" } = request;
    const call: Call = { path, atMs: performance.now(), endedMs: null, body: "" };
    calls.push(call);
    response.on("error", () => undefined);
    response.on("close", () => {
      call.endedMs = performance.now();
    });
    call.body = await text(request).catch(() => "");
    const behavior = BEHAVIORS[path.split("/")[1] ?? ""];
    if (behavior) behavior(response, calls.filter((each) => each.path === path).length);
    else response.end();
  };
  const { selfSigned } = await createTlsFixtures();
  const servers = [
    createServer((request, response) => void onRequest(request, response)),
    createTlsServer(selfSigned, (request, response) => void onRequest(request, response)),
  ] as const;
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.on("clientError", (_error, socket) => socket.destroy());
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    }),
  );
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    tlsUrl: `https://127.0.0.1:${ports[1]}`,
    callsTo: (prefix) => calls.filter(({ path }) => path.startsWith(prefix)),
    async close() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** `count` is the number of requests to this path so far. */
const BEHAVIORS: Readonly<Record<string, (response: ServerResponse, count: number) => void>> = {
  hang: () => undefined,
  drip: (response) => {
    const timer = setInterval(() => response.socket?.write("H"), DRIP_MS);
    response.once("close", () => clearInterval(timer));
  },
  500: (response) => response.writeHead(500).end("no"),
  429: (response, count) =>
    count === 1
      ? response.writeHead(429, { "retry-after": String(RETRY_AFTER_SECONDS) }).end()
      : response.end(),
  410: (response) => response.writeHead(410).end(),
  302: (response) => response.writeHead(302, { location: "/followed" }).end(),
  huge: (response) => {
    response.writeHead(200);
    const fill = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on("drain", fill);
    fill();
  },
};
