import { createHmac } from "node:crypto";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { replyCodeOf } from "../../../pipeline/alerting/messages/reply-code.ts";
import {
  findOpenPage,
  listOpenAlertsOfChannel,
  listOpenPagesOfPhone,
} from "../../../pipeline/on-call/acknowledge/inbound-queries.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  acknowledgeOnce,
  assertSame,
  bodyOf,
  type InboundAction,
  type InboundChannel,
  type InboundReplyDeps,
  openInboundChannel,
  outcomeText,
  refused,
} from "./inbound-context.ts";
import { messageTwiml, sayTwiml } from "./reply-twiml.ts";

/** Replies to an SMS and keys during a call. Source: Twilio, "Webhooks security" and "TwiML for Programmable Messaging". */

const TYPES = ["twilio_sms", "twilio_call"];
const configSchema = z.object({ auth_token: z.string(), to: z.array(z.string()).default([]) });
const smsSchema = z.object({ MessageSid: z.string().min(1), From: z.string().min(1), Body: z.string() });
const callSchema = z.object({ CallSid: z.string().min(1), To: z.string(), Digits: z.string().default("") });

/** Returns TwiML with the answer to the sender. */
export async function receiveTwilioSms(deps: InboundReplyDeps, request: FastifyRequest): Promise<string> {
  const { channel, config, fields } = await readSigned(deps, request);
  const sms = smsSchema.safeParse(fields).data;
  if (!sms) throw refused();
  const via = `by SMS from ${maskPhone(sms.From)}`;
  const code = /(?<!\d)\d{4,5}(?!\d)/.exec(sms.Body)?.[0] ?? null;
  let isAmbiguous = false;
  const outcome = await acknowledgeOnce(deps, { channel, request, key: sms.MessageSid }, async (db) => {
    const found = await listCandidates(db, {
      channel,
      phone: sms.From,
      isRecipient: config.to.includes(sms.From),
      code,
    });
    isAmbiguous = found.length > 1;
    const [only] = found;
    return only === undefined || isAmbiguous ? null : { ...only, via };
  });
  if (outcome === "repeated") return messageTwiml(null);
  return messageTwiml(
    isAmbiguous ? "Several alerts are open. Reply with the code of one." : outcomeText(outcome),
  );
}

/** Pages of the person with this number come first; then alerts of the channel, if the number is one of its recipients. */
async function listCandidates(
  db: Db,
  {
    channel,
    phone,
    isRecipient,
    code,
  }: { channel: InboundChannel; phone: string; isRecipient: boolean; code: string | null },
): Promise<Pick<InboundAction, "alertId" | "by">[]> {
  const pages = await listOpenPagesOfPhone(db, channel.org_id, { phone, code });
  const ofPages = new Map(
    pages.map(({ alert_id, person_id }) => [alert_id, { alertId: alert_id, by: { personId: person_id } }]),
  );
  if (ofPages.size > 0 || !isRecipient) return [...ofPages.values()];
  const alerts = await listOpenAlertsOfChannel(db, channel.org_id, channel.id);
  return alerts
    .filter(({ id }) => code === null || replyCodeOf(id) === code)
    .map(({ id }) => ({ alertId: id, by: { channelId: channel.id } }));
}

/** The key 1 acknowledges the alert of the page in the query. Returns TwiML that is spoken. */
export async function receiveTwilioKey(deps: InboundReplyDeps, request: FastifyRequest): Promise<string> {
  const { channel, fields } = await readSigned(deps, request);
  const call = callSchema.safeParse(fields).data;
  const { page: pageId } = request.query as { page?: unknown };
  if (!call || typeof pageId !== "string" || !UUID_PATTERN.test(pageId)) throw refused();
  if (call.Digits !== "1") return sayTwiml("The alert is not acknowledged. Goodbye.");
  const key = `${call.CallSid} ${pageId}`;
  const outcome = await acknowledgeOnce(deps, { channel, request, key }, async (db) => {
    const page = await findOpenPage(db, channel.org_id, pageId);
    const via = `by call to ${maskPhone(call.To)}`;
    return page && { alertId: page.alert_id, by: { personId: page.person_id }, via };
  });
  return sayTwiml(`${outcomeText(outcome)}. Goodbye.`);
}

/** The form of a request, after its signature was verified with the token of the channel. */
async function readSigned(deps: InboundReplyDeps, request: FastifyRequest) {
  const channel = await openInboundChannel(deps, request, TYPES);
  const config = configSchema.safeParse(channel.config).data;
  if (!config) throw refused();
  const params = new URLSearchParams(bodyOf(request));
  const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`;
  const { "x-twilio-signature": signature } = request.headers;
  assertSame(
    typeof signature === "string" ? signature : undefined,
    twilioSignature(config.auth_token, { url: `${origin}${request.url}`, params }),
  );
  return { channel, config, fields: Object.fromEntries(params) };
}

/** Of a request with a form: HMAC-SHA1 of the URL, followed by all fields in the order of their names. */
export function twilioSignature(
  authToken: string,
  { url, params }: { url: string; params: URLSearchParams },
): string {
  const names = [...new Set(params.keys())].sort();
  const text = names.flatMap((name) => params.getAll(name).map((value) => `${name}${value}`)).join("");
  return createHmac("sha1", authToken).update(`${url}${text}`).digest("base64");
}

/** For the audit log, which many members read. */
function maskPhone(phone: string): string {
  return /^\+\d{7,15}$/.test(phone) ? `${phone.slice(0, 3)}…${phone.slice(-2)}` : "an unknown number";
}
