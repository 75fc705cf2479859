import type { Server } from "node:http";

export type Drain = {
  /** Ends every connection once no request is under way, or when `deadlineMs` have passed. */
  start(deadlineMs: number): void;
};

/**
 * Counts requests under way, so that a server that closes waits for these alone. Node itself also waits
 * for connections on which nothing was ever asked, and browsers open such in advance.
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
