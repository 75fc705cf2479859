import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { oneLine } from "../../../pipeline/alerting/messages/plain-text.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import {
  acknowledgeOnce,
  assertSame,
  bodyOf,
  type InboundReplyDeps,
  openInboundChannel,
  outcomeText,
  refused,
} from "./inbound-context.ts";

/** The button of a message in Slack. Source: Slack, "Verifying requests from Slack" and "block_actions payload". */

const SLACK_URL = "https://slack.com";
/** Older requests are replays. */
const AGE_SECONDS_MAX = 300;
const NAME_LENGTH_MAX = 60;

const configSchema = z.object({ bot_token: z.string(), signing_secret: z.string() });

const payloadSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string(), username: z.string().optional(), name: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), blocks: z.array(z.looseObject({ type: z.string() })).default([]) }),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
});
type SlackPayload = z.output<typeof payloadSchema>;

export async function receiveSlackAction(
  deps: InboundReplyDeps & { slackUrl?: string },
  request: FastifyRequest,
): Promise<void> {
  const channel = await openInboundChannel(deps, request, ["slack"]);
  const config = configSchema.safeParse(channel.config).data;
  if (!config) throw refused();
  const { "x-slack-request-timestamp": timestamp, "x-slack-signature": signature } = request.headers;
  const body = bodyOf(request);
  const text = `v0:${String(timestamp)}:${body}`;
  assertSame(
    typeof signature === "string" ? signature : undefined,
    `v0=${createHmac("sha256", config.signing_secret).update(text).digest("hex")}`,
  );
  const ageSeconds = Math.abs(deps.clock.now() / 1_000 - Number(timestamp));
  if (!(ageSeconds <= AGE_SECONDS_MAX)) throw refused();
  const payload = readPayload(body);
  const action = payload?.actions.find(({ action_id: id }) => id === "acknowledge");
  if (!payload || action?.value === undefined) return;
  const { value: alertId } = action;
  const user = oneLine(payload.user.username ?? payload.user.name ?? payload.user.id, NAME_LENGTH_MAX);
  const outcome = await acknowledgeOnce(deps, { channel, request, key: String(signature) }, async () => ({
    ...{ alertId, by: { channelId: channel.id }, via: `by Slack user ${user}` },
  }));
  if (outcome === "repeated") return;
  const line = outcome?.state === "acknowledged" ? `Acknowledged by ${user}` : outcomeText(outcome);
  // Slack waits 3 seconds for the response, so the message is changed after it.
  void updateMessage(deps, { token: config.bot_token, payload, line }).catch((error: unknown) =>
    deps.log.warn("slack.update_failed", { channel_id: channel.id, ...errorFacts(error) }),
  );
}

function readPayload(body: string): SlackPayload | null {
  try {
    return payloadSchema.parse(JSON.parse(new URLSearchParams(body).get("payload") ?? ""));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Replaces the button of the message by what became of it. */
async function updateMessage(
  { sendRequest, slackUrl = SLACK_URL }: InboundReplyDeps & { slackUrl?: string },
  { token, payload, line }: { token: string; payload: SlackPayload; line: string },
): Promise<void> {
  const kept = payload.message.blocks.filter(({ type }) => type !== "actions");
  const note = { type: "context", elements: [{ type: "plain_text", text: line, emoji: false }] };
  await sendRequest(`${slackUrl}/api/chat.update`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      ...{ channel: payload.channel.id, ts: payload.message.ts, blocks: [...kept, note] },
      text: line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    }),
  });
}
