import { createServer } from "../../api/http/create-server.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import type { SampleTime } from "./episodes.ts";
import { CHAT_PATH } from "./sample-alerting.ts";
import { samplePage } from "./sample-page.ts";
import { sampleResponse } from "./sample-response.ts";
import { SAMPLE_SERVICES } from "./sample-services.ts";

/**
 * The server of the sample shop, on loopback: live checks find here what the generated history continues with. A response
 * takes as long as the service needs at that time.
 */
export type SampleServer = { port: number; baseUrl: string; close(): Promise<void> };

const HOST = "127.0.0.1";
/** Longer than the timeout of the monitors. */
const SILENCE_MS = 8_000;

/** Listens on `port`, or on any free port with 0. Throws if the port is in use. */
export async function startSampleServer({
  port,
  time,
  clock,
  log,
}: {
  port: number;
  time: SampleTime;
  clock: Clock;
  log: Logger;
}): Promise<SampleServer> {
  const server = createServer({ trustedProxies: false }, log);
  const stopped = new AbortController();
  for (const service of SAMPLE_SERVICES) {
    server.get(`/${service.key}`, async (_request, reply) => {
      const { statusCode, responseMs } = sampleResponse(service, clock.now(), time);
      await pause(statusCode === null ? SILENCE_MS : responseMs, stopped.signal);
      const { type, body } = samplePage(service);
      return reply
        .code(statusCode ?? 504)
        .type(type)
        .send(statusCode === 200 ? body : "");
    });
  }
  // Browsers ask for it with each page.
  server.get("/favicon.ico", async (_request, reply) => reply.code(204).send());
  server.post(CHAT_PATH, async (_request, reply) => reply.code(204).send());
  await server.listen({ host: HOST, port });
  const address = server.server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return {
    port: actual,
    baseUrl: `http://${HOST}:${actual}`,
    async close() {
      stopped.abort();
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
