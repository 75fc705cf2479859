import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A server that echoes each request, and fails in the way that the path names. */
export type EchoTarget = {
  port: number;
  /** All requests so far, as text. */
  received(): string;
  close(): Promise<void>;
};

/** Responses by the first part of the path. */
const BEHAVIORS: Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void> =
  {
    text(request, response, body) {
      response.setHeader("X-Echo", headerText(request.headers["x-token"]));
      response.end(`you sent ${request.url} ${JSON.stringify(request.headers)} ${body}`);
    },
    json(request, response, body) {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
    },
    status(request, response) {
      response.writeHead(500, { "X-Echo": headerText(request.headers["x-token"]) }).end();
    },
    loop(request, response) {
      response.writeHead(302, { Location: `${request.url}&again` }).end();
    },
    elsewhere(request, response) {
      response.writeHead(302, { Location: `gopher://there/${request.url}` }).end();
    },
    reset(request) {
      request.socket.resetAndDestroy();
    },
    hang() {},
    half(_request, response) {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write("half of it");
      setTimeout(() => response.destroy(), 20);
    },
    garbage(request) {
      request.socket.end(`HTTP/9.9 ${request.url}\r\n\r\n`);
    },
  };

export async function startEchoTarget(): Promise<EchoTarget> {
  let received = "";
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    received += `${request.url} ${JSON.stringify(request.headers)} ${body}\n`;
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    (BEHAVIORS[name] ?? BEHAVIORS.text)?.(request, response, body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    port: address.port,
    received: () => received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join() : (value ?? "");
}
