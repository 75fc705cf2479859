import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A web server that records each request, and fails for chosen paths. */
export type ControlledTarget = {
  url(path: string): string;
  /** Epoch milliseconds of the requests for this path. */
  requests(path: string): readonly number[];
  /** The number of requests for this path without a response. */
  open(path: string): number;
  /** Paths whose responses have the status 500 from now on. */
  readonly failing: Set<string>;
  close(): Promise<void>;
};

/** `/slow-<ms>` responds after that time, any other path at once. */
export async function startControlledTarget(host = "127.0.0.1"): Promise<ControlledTarget> {
  const requests = new Map<string, number[]>();
  const open = new Map<string, number>();
  const failing = new Set<string>();
  const count = (path: string, change: number) => open.set(path, (open.get(path) ?? 0) + change);
  const server = createServer(async ({ url = "/" }, response) => {
    requests.set(url, [...(requests.get(url) ?? []), Date.now()]);
    count(url, 1);
    response.once("close", () => count(url, -1));
    const delayMs = Number(/^\/slow-(\d+)/.exec(url)?.[1] ?? 0);
    if (delayMs > 0) await pause(delayMs);
    response.writeHead(failing.has(url) ? 500 : 200, { connection: "close" }).end("ok\n");
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://${host}:${port}${path}`,
    requests: (path) => requests.get(path) ?? [],
    open: (path) => open.get(path) ?? 0,
    failing,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
