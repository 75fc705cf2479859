import type { Server } from "node:http";

/**
 * Counts requests in flight, so that closing the server waits only for these. Node itself also waits for
 * connections without any request, which browsers open in advance.
 */
export class Drain {
  readonly #server: Server;
  #underWay = 0;
  #isDraining = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("request", (_request, response) => {
      this.#underWay += 1;
      response.once("close", () => {
        this.#underWay -= 1;
        if (this.#isDraining && this.#underWay === 0) server.closeAllConnections();
      });
    });
  }

  /** Closes every connection once no request is in flight, or after `deadlineMs`. */
  start(deadlineMs: number): void {
    this.#isDraining = true;
    if (this.#underWay === 0) this.#server.closeAllConnections();
    const deadline = setTimeout(() => this.#server.closeAllConnections(), deadlineMs);
    this.#server.once("close", () => clearTimeout(deadline));
  }
}
