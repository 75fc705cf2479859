import { createHash, timingSafeEqual } from "node:crypto";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { FastifyRequest } from "fastify";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { openChannelSecrets } from "../../../pipeline/alerting/delivery/channel-secrets.ts";
import {
  type AcknowledgeOutcome,
  acknowledgeFromOutside,
  type OutsideAcknowledgement,
} from "../../../pipeline/on-call/acknowledge/acknowledge-alert.ts";
import {
  deleteOldInboundRequests,
  findInboundChannel,
  type InboundChannelRow,
  insertInboundRequest,
} from "../../../pipeline/on-call/acknowledge/inbound-queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { callerAddress } from "../../routing/visitor.ts";

/** What the requests of Slack, Telegram and Twilio have in common: a channel, a signature, and an alert to acknowledge. */

export type InboundReplyDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  sendRequest: SendRequest;
  /** Null to derive it from each request. */
  publicUrl: string | null;
  installationSecret: string;
  publish(events: LiveEvent[]): void;
};

export type InboundChannel = InboundChannelRow & { config: Record<string, unknown> };

/** Longer than any service repeats a request. */
const REQUESTS_KEPT_MS = 7 * 86_400_000;

/** The channel of the path, with its secrets. Throws the same refusal as for a wrong signature. */
export async function openInboundChannel(
  { database, vault }: InboundReplyDeps,
  request: FastifyRequest,
  types: readonly string[],
): Promise<InboundChannel> {
  const { channel_id: id } = request.params as { channel_id: string };
  const row = UUID_PATTERN.test(id) ? await findInboundChannel(database, id) : null;
  if (!row || !types.includes(row.type)) throw refused();
  const context = { orgId: row.org_id, id: row.id, version: row.version };
  const { config } = await openChannelSecrets({ db: database, vault }, context, row.encrypted_config);
  return { ...row, config };
}

/** Does not say which of both is wrong. */
export function refused(): AppError {
  return new AppError("NOT_FOUND", "There is no such channel, or the signature of the request is wrong.");
}

export function assertSame(given: string | undefined, expected: string): void {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  if (given === undefined || !timingSafeEqual(hash(given), hash(expected))) throw refused();
}

export function bodyOf({ body }: FastifyRequest): string {
  return Buffer.isBuffer(body) ? body.toString("utf8") : "";
}

export type InboundAction = Pick<OutsideAcknowledgement, "alertId" | "by" | "via">;

/**
 * Acknowledges what `choose` returns, in one transaction with the record of the request. Returns `repeated` for a request
 * that was processed before, and null if there is nothing to acknowledge.
 */
export async function acknowledgeOnce(
  { database, clock, publish }: InboundReplyDeps,
  { channel, request, key }: { channel: InboundChannel; request: FastifyRequest; key: string },
  choose: (db: Parameters<typeof findInboundChannel>[0]) => Promise<InboundAction | null>,
): Promise<AcknowledgeOutcome | "repeated" | null> {
  const nowMs = clock.now();
  const outcome = await database.transaction(async (db) => {
    await deleteOldInboundRequests(db, new Date(nowMs - REQUESTS_KEPT_MS));
    const requestHash = createHash("sha256").update(key).digest();
    const isNew = await insertInboundRequest(db, {
      channelId: channel.id,
      requestHash,
      now: new Date(nowMs),
    });
    if (isNew === 0) return "repeated" as const;
    const action = await choose(db);
    if (action === null || !UUID_PATTERN.test(action.alertId)) return null;
    const facts = { orgId: channel.org_id, nowMs, requestId: request.id, ip: callerAddress(request) };
    return acknowledgeFromOutside(db, { ...facts, ...action });
  });
  if (outcome !== null && outcome !== "repeated" && outcome.state === "acknowledged")
    publish([alertEvent(outcome.alert)]);
  return outcome;
}

const OUTCOME_TEXTS = {
  acknowledged: "Acknowledged",
  already: "Already acknowledged",
  resolved: "Already resolved",
} as const;

/** One line for the person who acted. */
export function outcomeText(outcome: AcknowledgeOutcome | "repeated" | null): string {
  if (outcome === null) return "There is no such open alert.";
  if (outcome === "repeated") return "This was processed already.";
  return `${OUTCOME_TEXTS[outcome.state]}: ${outcome.alert.title}`;
}
