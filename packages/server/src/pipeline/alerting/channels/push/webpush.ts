import { webpushType } from "@vedette/contract/alerts/channels/push/webpush.ts";
import { type MemberPushReport, PUSH_TO_MEMBERS_TIMEOUT_MS } from "../../../on-call/push/push-to-members.ts";
import type { PushPayload, PushResult } from "../../../on-call/push/send-web-push.ts";
import { type Channel, defineChannel, type SendOutcome } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import type { Message } from "../../messages/message.ts";
import { threadKeyOf, urgencyOf } from "../../messages/urgency.ts";

const ERROR_LENGTH_MAX = 500;

/** Notifications on the devices of members, by RFC 8030 (ADR 0084). A recovery replaces the one of its alert. */
export function webpushChannel(): Channel {
  return defineChannel({
    declaration: webpushType,
    timeoutMs: PUSH_TO_MEMBERS_TIMEOUT_MS,
    digests: true,
    async send(message, { people, role }, ctx) {
      const audience = role ? { role } : { people: people ?? [] };
      const report = await ctx.pushToMembers({
        ...{ orgId: message.organization.id, audience, payload: payloadOf(message) },
        deliveredTo: ctx.deliveredTo,
      });
      const strangers = (people ?? []).filter((id) => !report.members.some((member) => member.id === id));
      return outcomeOf(report, { strangers: strangers.length });
    },
  });
}

function payloadOf(message: Message): PushPayload {
  const { headline, paragraphs, items } = describeMessage(message);
  const lines = [...paragraphs, ...items];
  return {
    kind: kindOf(message),
    title: headline,
    body: lines.length === 0 ? message.organization.name : lines.join("\n"),
    url: message.url,
    acknowledge_url: message.acknowledgeUrl ?? null,
    alert_id: "alert" in message ? threadKeyOf(message) : null,
    // It counts the alerts that a person was paged for.
    badge: null,
  };
}

function kindOf(message: Message): PushPayload["kind"] {
  if (message.kind === "digest") return urgencyOf(message) === "resolved" ? "resolved" : "opened";
  return message.kind === "operator" ? "reminder" : message.kind;
}

/**
 * A member is reached if one device accepted. Retried as long as a push service asks for it for someone who was not
 * reached, and as long as no one was reached.
 */
function outcomeOf(
  { members, leftOut }: MemberPushReport,
  { strangers }: { strangers: number },
): SendOutcome {
  const results = members.flatMap((member) => member.results);
  const delivered = results.filter(({ outcome }) => outcome === "delivered");
  const missed = members.filter((member) => !member.results.some(({ outcome }) => outcome === "delivered"));
  const waiting = missed.flatMap((member) => member.results.filter(isLater));
  const errors = [
    ...missed.map((member) => `${member.email}: ${errorOf(member.results)}`),
    ...(strangers === 0 ? [] : [`no longer members: ${strangers}`]),
    ...(leftOut === 0 ? [] : [`devices left out, because there are too many: ${leftOut}`]),
  ];
  const error = errors.join("; ").slice(0, ERROR_LENGTH_MAX);
  const statusCode = (delivered[0] ?? waiting[0] ?? results[0])?.statusCode ?? null;
  if (delivered.length > 0 && waiting.length === 0)
    return { ok: true, statusCode, ...(error !== "" && { error }) };
  const waits = waiting.flatMap(({ retryAfterSeconds: seconds }) => seconds ?? []);
  return {
    ...{ ok: false, statusCode, error: error === "" ? "no member has this role" : error },
    // Without members among the named people nothing can ever arrive. A role can get members again.
    isPermanent: members.length === 0 && strangers > 0,
    retryAfterSeconds: waits.length === 0 ? null : Math.max(...waits),
    deliveredTo: delivered.map(({ deviceId }) => deviceId),
  };
}

/** Whether the push service asks to send again later. */
function isLater({ outcome, statusCode }: PushResult): boolean {
  return outcome === "failed" && statusCode !== null && (statusCode === 429 || statusCode >= 500);
}

function errorOf(results: readonly PushResult[]): string {
  const failed = results.find(({ outcome }) => outcome === "failed");
  return failed?.error ?? "has no device; add one under Profile > Devices";
}
