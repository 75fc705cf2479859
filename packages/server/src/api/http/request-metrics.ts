import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter, Histogram, Registry } from "prom-client";
import type { Actor, PersonActor } from "../../platform/kernel/actor.ts";
import type { Logger } from "../../platform/kernel/logger.ts";

export type RequestMetrics = { text(): Promise<string> };

/** From a cached read to a request that waits for a check. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Counts every response by route and status, and logs one line for it. Neither contains a query string. */
export function observeRequests(app: FastifyInstance, log: Logger): RequestMetrics {
  const registry = new Registry();
  const responses = new Counter({
    name: "vedette_http_requests_total",
    help: "Completed HTTP requests",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "vedette_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response, without event streams",
    labelNames: ["method", "route"],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const status = reply.statusCode;
    // The pattern, not the URL: a series per id would fill the memory.
    const route = request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
    const isStream = String(reply.raw.getHeader("content-type") ?? "").startsWith("text/event-stream");
    responses.inc({ method, route, status });
    if (!isStream) seconds.observe({ method, route }, reply.elapsedTime / 1_000);
    const caller = request.actor ? callerFacts(request.actor) : {};
    const ended = reply.raw.writableFinished ? {} : { aborted: true };
    const facts = {
      request_id: request.id,
      method,
      route,
      status,
      duration_ms: Math.round(reply.elapsedTime),
      ...ended,
    };
    log[route.startsWith("/api/") ? "info" : "debug"]("http.request", { ...facts, ...caller });
  }

  app.addHook("onRequest", async (request, reply) => {
    // Fastify's onResponse does not fire if the client disconnected; `close` always does.
    reply.raw.once("close", () => observe(request, reply));
  });

  return { text: () => registry.metrics() };
}

function callerFacts(actor: Actor | PersonActor): Record<string, string> {
  if (actor.kind === "key") return { org_id: actor.orgId, key_id: actor.keyId };
  const person = { person_id: actor.personId, session_id: actor.sessionId };
  return actor.kind === "member" ? { org_id: actor.orgId, ...person } : person;
}
