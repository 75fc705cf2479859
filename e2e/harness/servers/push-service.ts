import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createTlsFixtures } from "../../../packages/server/test/tls-fixtures.ts";

/** A push service (RFC 8030) that records what it receives, encrypted as it is. */
export type PushService = {
  endpoint: string;
  /** PEM of the authority that a sender must trust. */
  ca: string;
  received(): readonly { headers: Record<string, unknown>; body: Buffer }[];
  close(): void;
};

export async function startPushService(): Promise<PushService> {
  const { ca, valid } = await createTlsFixtures();
  const received: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const server = createServer(valid, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `https://127.0.0.1:${port}/push/a-device`,
    ca,
    received: () => received,
    close: () => server.close(),
  };
}
