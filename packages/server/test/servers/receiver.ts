import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of messages on loopback, which keeps what it got and answers as it is told. */
export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  json(): Record<string, unknown>;
};
export type Answer = { status?: number; headers?: Record<string, string>; body?: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** How the next ones are answered, in their order; then with 200. A function does whatever it does. */
  answers: (Answer | ((response: ServerResponse) => void))[];
  /** Resolves once it has got so many. */
  got(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answers: Receiver["answers"] = [];
  const server = createServer((request, response) => {
    response.on("error", () => {});
    void keep(request).then((message) => {
      received.push(message);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      const answer = answers.shift() ?? {};
      if (typeof answer === "function") return answer(response);
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? "");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    got: (count) =>
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

async function keep(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: request.url ?? "", headers, body, json: () => JSON.parse(body) };
}
