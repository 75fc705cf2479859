import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter, Histogram, Registry } from "prom-client";
import type { Actor, PersonActor } from "../../platform/kernel/actor.ts";
import type { Logger } from "../../platform/kernel/logger.ts";

/** From a cached read to a request that waits for a check. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** What happened to a request; `facts` are added to its log line. */
export type RequestRecord = {
  method: string;
  /** The pattern, not the URL: a series per id would fill the memory. */
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
  isStream?: boolean;
  facts?: Record<string, unknown>;
};

/** Counts every response by route and status, and logs one line for it. Neither contains a query string. */
export class RequestMetrics {
  readonly #log: Logger;
  readonly #registry = new Registry();
  readonly #responses = new Counter({
    name: "vedette_http_requests_total",
    help: "Completed HTTP requests",
    labelNames: ["method", "route", "status"],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: "vedette_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response, without event streams",
    labelNames: ["method", "route"],
    buckets: SECONDS_BUCKETS,
    registers: [this.#registry],
  });

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Records the requests that the framework answers. */
  observe(app: FastifyInstance): void {
    app.addHook("onRequest", async (request, reply) => {
      // Fastify's onResponse does not fire if the client disconnected; `close` always does.
      reply.raw.once("close", () => this.record(recordOf(request, reply)));
    });
  }

  record({
    method,
    route,
    status,
    durationMs,
    requestId,
    isStream = false,
    facts = {},
  }: RequestRecord): void {
    this.#responses.inc({ method, route, status });
    if (!isStream) this.#seconds.observe({ method, route }, durationMs / 1_000);
    this.#log[route.startsWith("/api/") ? "info" : "debug"]("http.request", {
      ...{ request_id: requestId, method, route, status, duration_ms: Math.round(durationMs) },
      ...facts,
    });
  }

  /** In the Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  return {
    method: request.method,
    route: request.refusedUrl ?? (request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown")),
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    requestId: request.id,
    isStream: String(reply.raw.getHeader("content-type") ?? "").startsWith("text/event-stream"),
    facts: {
      ...(reply.raw.writableFinished ? {} : { aborted: true }),
      ...(request.actor ? callerFacts(request.actor) : {}),
    },
  };
}

function callerFacts(actor: Actor | PersonActor): Record<string, string> {
  if (actor.kind === "key") return { org_id: actor.orgId, key_id: actor.keyId };
  const person = { person_id: actor.personId, session_id: actor.sessionId };
  return actor.kind === "member" ? { org_id: actor.orgId, ...person } : person;
}
