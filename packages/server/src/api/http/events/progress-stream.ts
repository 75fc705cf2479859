import type { FastifyReply, FastifyRequest } from "fastify";
import type { JsonRoute, Progress } from "../../routing/define-route.ts";
import { startEventStream } from "../../routing/start-event-stream.ts";
import type { Failure } from "../error-response.ts";
import { HEARTBEAT_MS } from "./event-stream.ts";

/** Unread bytes at which a reader that has stopped reading is disconnected. */
const UNREAD_BYTES_MAX = 16 * 1_048_576;

/** Whether the request asks for events; a wildcard asks for JSON. */
export function wantsEvents({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const types = (headers.accept ?? "").split(",").map((part) => part.split(";", 1)[0]?.trim().toLowerCase());
  return types.includes("text/event-stream");
}

/**
 * The progress of one request as server-sent events, which end with `result`, the body of the JSON response,
 * or with `error`. Until the handler starts the stream, failures are ordinary responses.
 */
export class ProgressStream implements Progress {
  readonly #route: Pick<JsonRoute, "events" | "response">;
  readonly #reply: FastifyReply;
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(route: Pick<JsonRoute, "events" | "response">, reply: FastifyReply) {
    this.#route = route;
    this.#reply = reply;
  }

  get isStarted(): boolean {
    return this.#heartbeat !== null;
  }

  start(): void {
    if (this.isStarted) return;
    this.#heartbeat = setInterval(() => this.#write(": alive\n\n"), HEARTBEAT_MS);
    startEventStream(this.#reply);
    this.#reply.raw.on("close", () => this.#stopHeartbeat());
    // The headers reach the client now, not with the first event.
    this.#write(": started\n\n");
  }

  send(event: string, data: object): void {
    const schema = this.#route.events?.[event];
    if (schema === undefined) throw new Error(`the route declares no event '${event}'`);
    this.start();
    this.#writeEvent(event, schema.parse(data));
  }

  /** Sends the result and ends the stream. */
  finish(result: unknown): void {
    this.start();
    this.#end("result", this.#route.response.parse(result));
  }

  /** Sends a failure that came after the start, and ends the stream. */
  fail(failure: Failure): void {
    this.#end("error", failure);
  }

  #end(event: string, data: unknown): void {
    this.#writeEvent(event, data);
    this.#stopHeartbeat();
    this.#reply.raw.end();
  }

  #writeEvent(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy();
  }

  #stopHeartbeat(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
  }
}
