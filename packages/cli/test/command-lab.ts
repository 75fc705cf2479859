import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach } from "vitest";
import { main } from "../src/main.ts";

/** The responses of the test server, and the requests that it received. */
type TestResponse = { status?: number; headers?: Record<string, string>; body: unknown };
type Asked = {
  method: string;
  url: string;
  key: string | undefined;
  ifMatch: string | undefined;
  body: string;
};

export const MONITOR = {
  id: "01a1fbb4-893a-7178-838f-305c66bcb89e",
  name: "Shop",
  type: "url",
  url: "https://shop.example/health",
  host: null,
  port: null,
  interval: 60,
  timeout: 30,
  locations: ["default"],
  tags: [],
  status: "up",
  status_since: "2026-01-01T00:00:00.000Z",
  status_reason: null,
  last_checked_at: "2026-01-02T00:00:00.000Z",
  last_response_time_ms: 132.4,
  ssl_expires_at: null,
};
export const RESULT = {
  location: "default",
  status: "up",
  status_code: 200,
  response_time_ms: 132.4,
  error: null,
};
export const REFUSED = {
  code: "CONNECT_REFUSED",
  message: "127.0.0.1:9 refused the connection",
  phase: "connect",
};

export function addressOf(listening: Server): string {
  const address = listening.address() as AddressInfo | null;
  return `http://127.0.0.1:${address?.port ?? 0}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Registers the hooks of a test file about commands: a server that sends prepared responses, for each test. */
export function commandLab() {
  let server: Server;
  let responses: TestResponse[] = [];
  let asked: Asked[] = [];

  beforeEach(async () => {
    responses = [];
    asked = [];
    server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      const { authorization: key, "if-match": ifMatch } = headers;
      asked.push({ method, url, key, ifMatch, body: await textOf(request) });
      const {
        status = 200,
        headers: own,
        body,
      }: TestResponse = responses.shift() ?? { status: 500, body: "no response was prepared" };
      response.writeHead(status, { "content-type": "application/json", ...own });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function vdt(words: string, env: Record<string, string | undefined> = {}, { input = "" } = {}) {
    const out: string[] = [];
    const complaints: string[] = [];
    const code = await main({
      args: words.split(" "),
      folder: "/",
      env: { VEDETTE_URL: addressOf(server), VEDETTE_API_KEY: "vdt_agent_x", ...env },
      print: (text) => out.push(text),
      complain: (text) => complaints.push(text),
      openInput: () => Readable.from(input === "" ? [] : [Buffer.from(input)]),
      ask: null,
    });
    return { code, out: out.join("\n"), complaint: complaints.join("\n") };
  }
  return {
    get server() {
      return server;
    },
    get responses() {
      return responses;
    },
    get asked() {
      return asked;
    },
    set responses(value) {
      responses = value;
    },
    vdt,
  };
}
