import type { Server } from "node:http";

export type Drain = {
  /** Closes every connection once no request is in flight, or after `deadlineMs`. */
  start(deadlineMs: number): void;
};

/**
 * Counts requests in flight, so that closing the server waits only for these. Node itself also waits for
 * connections without any request, which browsers open in advance.
 */
export function createDrain(server: Server): Drain {
  let underWay = 0;
  let isDraining = false;
  server.on("request", (_request, response) => {
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
      if (isDraining && underWay === 0) server.closeAllConnections();
    });
  });
  return {
    start(deadlineMs) {
      isDraining = true;
      if (underWay === 0) server.closeAllConnections();
      const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
      server.once("close", () => clearTimeout(deadline));
    },
  };
}
