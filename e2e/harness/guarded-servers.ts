import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { createTlsFixtures } from "../../packages/server/test/tls-fixtures.ts";

/**
 * Servers that require credentials and echo what they receive: a target with its token endpoint, a target that
 * requests a client certificate, and an HTTP proxy that requires Basic.
 */
export type GuardedServers = {
  target: string;
  secure: string;
  proxy: string;
  /** The values of Digest responses that arrived. */
  digests: string[];
  /** The common names of client certificates that arrived. */
  certificates: string[];
  /** The credentials that arrived at each path. */
  seen: Map<string, string>;
  close(): Promise<void>;
};

export async function startGuardedServers(issuedToken: string): Promise<GuardedServers> {
  const [digests, certificates]: [string[], string[]] = [[], []];
  const seen = new Map<string, string>();
  const { valid, ca } = await createTlsFixtures();

  async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { headers, url = "" } = request;
    const sent = headers.authorization ?? headers["proxy-authorization"] ?? "";
    seen.set(url, sent);
    const digest = /response="(\w+)"/.exec(sent)?.[1];
    if (digest !== undefined) digests.push(digest);
    const everything = { headers, body, lines: body.split(/\\n|\n/), raw: request.rawHeaders };
    if (url === "/token") reply(response, 200, { access_token: issuedToken, expires_in: 600 });
    else if (url === "/token/refused") {
      reply(response, 400, { error: "invalid_client", error_description: `${body} ${sent}` });
    } else if (url === "/digest" && digest === undefined) {
      response.setHeader("WWW-Authenticate", 'Digest realm="shop", nonce="n", qop="auth"');
      reply(response, 401, {});
    } else {
      response.setHeader("X-Echo", sent);
      response.setHeader("Authentication-Info", `rspauth="${digest ?? ""}"`);
      reply(response, 200, everything);
    }
  }

  const target = createServer((request, response) => void echo(request, response));
  const secure = createTlsServer(
    { ...valid, ca, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      if (subject) certificates.push(String(subject.CN));
      void echo(request, response);
    },
  );
  const proxy = createServer((request, response) => void echo(request, response));
  // Rejects tunnels, with the credentials in every part of the response.
  proxy.on("connect", ({ headers }, socket) => {
    const sent = headers["proxy-authorization"] ?? "";
    seen.set("CONNECT", sent);
    socket.end(
      `HTTP/1.1 407 not ${sent}\r\nX-Echo: ${sent}\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
    );
  });
  const servers = [target, secure, proxy];
  const ports = await Promise.all(servers.map(listen));
  const at = (index: number) => `127.0.0.1:${ports[index]}`;
  return {
    target: `http://${at(0)}`,
    secure: `https://${at(1)}`,
    proxy: `http://${at(2)}`,
    digests,
    certificates,
    seen,
    async close() {
      await Promise.all(servers.map(close));
    },
  };
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
