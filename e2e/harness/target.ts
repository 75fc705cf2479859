import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** A web server with configurable responses that records its requests. */
export type Target = {
  url(path?: string): string;
  /** The number of requests for this path. */
  hits(path: string): number;
  /** Sets the status of all later responses. */
  answerWith(status: number): void;
  close(): Promise<void>;
};

/** `/slow-<ms>` responds after that time, any other path at once. */
export async function startTarget(): Promise<Target> {
  const hits = new Map<string, number>();
  let status = 200;
  const server = createServer(async ({ url = "/" }, response) => {
    hits.set(url, (hits.get(url) ?? 0) + 1);
    const pauseMs = Number(/^\/slow-(\d+)/.exec(url)?.[1] ?? 0);
    if (pauseMs > 0) await wait(pauseMs);
    response.writeHead(status, { connection: "close" }).end("ok\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: (path = "/") => `http://127.0.0.1:${address.port}${path}`,
    hits: (path) => hits.get(path) ?? 0,
    answerWith(wanted) {
      status = wanted;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
