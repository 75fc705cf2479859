import { BODY_BYTES_DEFAULT } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { FastifyReply } from "fastify";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { PingAnswer } from "../../resources/heartbeats/receiving/received-ping.ts";

/** Answers pings as Healthchecks does: a status and a short text, readable by pages of any origin. */

/** When a sender should try again. */
const RETRY_AFTER_SECONDS = 10;

/** Headers of every answer. A ping must reach the server, so nothing may cache it. */
export function setPingHeaders(reply: FastifyReply): void {
  reply.headers({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
  });
}

export function sendPingAnswer(reply: FastifyReply, answer: PingAnswer): FastifyReply {
  switch (answer.status) {
    case "stored":
      return reply.code(200).header("ping-body-limit", answer.bodyBytesMax).send("OK");
    case "created":
      return reply.code(201).header("ping-body-limit", answer.bodyBytesMax).send("Created");
    case "accepted":
      return reply.code(202).header("ping-body-limit", BODY_BYTES_DEFAULT).send("Accepted");
    case "not_found":
      return reply.code(404).send("not found");
    case "ambiguous":
      return reply.code(409).send("ambiguous slug");
    case "refused":
      return reply.code(403).send(answer.message);
    case "unavailable":
      return reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).send("service unavailable");
    default:
      return assertNever(answer);
  }
}
