import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server that responds to every request with one status. */
export type OutageTarget = { readonly url: string; setStatus(status: number): void; close(): Promise<void> };

export async function startTarget(): Promise<OutageTarget> {
  let current = 200;
  const server = createServer((_request, response) => {
    response.writeHead(current, { connection: "close" }).end("ok\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setStatus(status) {
      current = status;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
