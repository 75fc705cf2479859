import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that the receiver got. */
export type Received = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  json(): Record<string, unknown>;
};
export type ReceiverResponse = { status?: number; headers?: Record<string, string>; body?: string };

export type Receiver = {
  url: string;
  received: Received[];
  /**
   * The responses to the next messages, in order; further messages get 200. A function handles the response
   * itself.
   */
  responses: (ReceiverResponse | ((response: ServerResponse) => void))[];
  /** Resolves once this number of messages has arrived. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const responses: Receiver["responses"] = [];
  const server = createServer((request, response) => {
    response.on("error", () => {});
    void readRequest(request).then((message) => {
      received.push(message);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      const next = responses.shift() ?? {};
      if (typeof next === "function") return next(response);
      response.writeHead(next.status ?? 200, next.headers).end(next.body ?? "");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    responses,
    waitFor: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers,
    body,
    json: () => JSON.parse(body),
  };
}
