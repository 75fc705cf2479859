import { fastify } from "fastify";
import { expect, test } from "vitest";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sendError } from "./error-response.ts";

test("a request that takes too long gets 503, and when to send it again", async () => {
  const server = fastify({ handlerTimeout: 20 });
  server.setErrorHandler(sendError(silentLogger));
  server.get("/", () => new Promise(() => {}));
  const response = await server.inject({ url: "/" });
  expect([response.statusCode, response.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  await server.close();
});
