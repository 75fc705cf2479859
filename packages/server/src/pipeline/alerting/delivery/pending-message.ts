import type { Db } from "../../../platform/storage/database.ts";
import { findVerdictOf, listVerdictsOf } from "../../evidence/find-verdict.ts";
import { createAcknowledgeLinks, LINK_ALERTS_MAX } from "../../on-call/acknowledge/acknowledge-link.ts";
import { toAlertPayload } from "../alerts/alert-payload.ts";
import type { AlertRow } from "../alerts/queries.ts";
import type {
  AlertEventType,
  AlertGroup,
  AlertPayload,
  AlertVerdict,
  Message,
  MessageVerdict,
} from "../messages/message.ts";
import { applyTemplates } from "../templates/apply-templates.ts";
import { loadTemplateFacts, NO_TEMPLATE_FACTS } from "../templates/template-facts.ts";
import type { ClaimedChannelRow, DeliveryAlertRow, DueNotificationRow } from "./delivery-queries.ts";
import { groupNameOf } from "./group-notifications.ts";
import { listOpenedTogether } from "./group-queries.ts";
import type { OperatorNote } from "./notifications.ts";

/** The message that stands for some notifications of a channel. Chooses nothing. */
export type PendingMessage = {
  message: Message;
  notifications: readonly DueNotificationRow[];
  thread: string | null;
};

export type MessageContext = {
  db: Db;
  channel: ClaimedChannelRow;
  publicUrl: string;
  digests: boolean;
  nowMs: number;
};

type Entry = { kind: AlertEventType; alert: DeliveryAlertRow };

/** The most alerts that the recovery of a group lists. */
const GROUP_ALERTS_MAX = 1_000;

export async function toPendingMessage(
  ctx: MessageContext,
  notifications: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): Promise<PendingMessage> {
  const pending = await toStandardMessage(ctx, notifications, alerts);
  return { ...pending, message: await withTemplates(ctx, pending.message) };
}

async function withTemplates(
  { db, channel: { org_id: orgId, templates }, nowMs }: MessageContext,
  message: Message,
): Promise<Message> {
  if (templates === null) return message;
  const alert = "alert" in message ? message.alert : null;
  const facts = alert
    ? await loadTemplateFacts(db, orgId, { ruleId: alert.rule_id, targetId: alert.target.id })
    : NO_TEMPLATE_FACTS;
  return applyTemplates(message, { templates, facts, nowMs });
}

async function toStandardMessage(
  ctx: MessageContext,
  notifications: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): Promise<PendingMessage> {
  const { channel, publicUrl } = ctx;
  const [first] = notifications;
  if (!first?.message_id) throw new Error("a message needs notifications and an id");
  const common = {
    id: first.message_id,
    organization: { id: channel.org_id, name: channel.organization_name },
  };
  if (first.kind === "operator") {
    const { title, text } = first.body as OperatorNote;
    const url = `${publicUrl}/alerts/channels`;
    return { message: { ...common, kind: "operator", title, text, url }, notifications, thread: null };
  }
  const entries = notifications.flatMap(({ kind, alert_id: id }): Entry[] => {
    const alert = alerts.get(id ?? "");
    return alert === undefined || kind === "operator" ? [] : [{ kind, alert }];
  });
  const [only] = entries;
  if (only !== undefined && isOneUnit(entries)) {
    const { kind, alert } = only;
    const group = await groupOf(ctx, entries, only);
    const many = group !== null && group.alerts.length > 1 ? group.alerts : null;
    const url = `${publicUrl}/alerts${many === null ? `/${alert.id}` : ""}`;
    const thread = kind === "opened" ? null : alert.thread;
    const acknowledgeUrl = await acknowledgeUrlOf(ctx, kind === "resolved" ? [] : openAlertsOf(entries));
    const message = {
      ...common,
      kind,
      alert: toAlertPayload(alert),
      ...(many === null
        ? { verdict: await verdictOf(ctx, alert) }
        : { verdicts: await verdictsOf(ctx, many) }),
      acknowledgeUrl,
      ...(group && { group }),
      url,
    };
    return { message, notifications, thread };
  }
  const url = `${publicUrl}/alerts`;
  const acknowledgeUrl = await acknowledgeUrlOf(ctx, openAlertsOf(entries));
  const list = entries.map(({ kind, alert }) => ({ kind, alert: toAlertPayload(alert) }));
  const verdicts = await verdictsOf(
    ctx,
    list.map(({ alert }) => alert),
  );
  return {
    message: { ...common, kind: "digest", alerts: list, verdicts, acknowledgeUrl, url },
    notifications,
    thread: null,
  };
}

/** The verdict if there is one by now: no message waits for it. */
async function verdictOf(
  { db, channel: { org_id: orgId }, publicUrl }: MessageContext,
  alert: DeliveryAlertRow,
): Promise<MessageVerdict | null> {
  const found = await findVerdictOf(db, orgId, {
    ...{ targetId: alert.target_id, ruleType: alert.rule_type },
    ...{ triggeredAt: alert.triggered_at, resolvedAt: alert.resolved_at },
  });
  if (found === null) return null;
  const { layer, scope, certainty, summary } = found;
  return { layer, scope, certainty, summary, url: evidenceUrlOf(publicUrl, alert.id) };
}

async function verdictsOf(
  { db, channel: { org_id: orgId }, publicUrl }: MessageContext,
  alerts: readonly AlertPayload[],
): Promise<AlertVerdict[]> {
  const rows = await listVerdictsOf(db, orgId, alerts);
  return rows.map((row) => ({ ...row, url: evidenceUrlOf(publicUrl, row.alert_id) }));
}

function evidenceUrlOf(publicUrl: string, alertId: string): string {
  return `${publicUrl}/alerts/${alertId}#evidence`;
}

/** The alerts that still need someone, in the order in which a link locks them. */
function openAlertsOf(entries: readonly Entry[]): string[] {
  const open = entries.filter(
    ({ kind, alert }) => kind !== "resolved" && (alert.acknowledged_at ?? alert.resolved_at) === null,
  );
  return [...new Set(open.map(({ alert }) => alert.id))].sort();
}

/** Null if no alert needs someone, if there are too many, or if the channel has no links. */
async function acknowledgeUrlOf(
  { db, channel, publicUrl, nowMs }: MessageContext,
  alertIds: readonly string[],
): Promise<string | null> {
  const [alertId, ...alsoAlertIds] = alertIds;
  if (alertId === undefined || !channel.acknowledge_links || alertIds.length > LINK_ALERTS_MAX) return null;
  const link = { orgId: channel.org_id, alertId, alsoAlertIds, by: { channelId: channel.id } };
  const [url = null] = await createAcknowledgeLinks(db, [link], { nowMs, publicUrl });
  return url;
}

/** Whether the notifications are one, or of one kind and group. */
function isOneUnit([first, ...rest]: readonly Entry[]): boolean {
  const name = first && groupNameOf(first.alert);
  return rest.every(
    ({ kind, alert }) => name !== null && kind === first?.kind && groupNameOf(alert) === name,
  );
}

/** Null for an alert that has its own notifications. A recovery lists all alerts of the message that opened it. */
async function groupOf(
  { db, channel }: MessageContext,
  entries: readonly Entry[],
  { kind, alert }: Entry,
): Promise<AlertGroup | null> {
  const key = groupNameOf(alert);
  if (key === null) return null;
  const opened = { channelId: channel.id, alertId: alert.id, limit: GROUP_ALERTS_MAX };
  const earlier = kind === "resolved" ? await listOpenedTogether(db, channel.org_id, opened) : [];
  const rows = new Map<string, AlertRow>(
    [...entries.map((entry) => entry.alert), ...earlier].map((row) => [row.id, row]),
  );
  const inOrder = [...rows.values()].sort((a, b) => a.triggered_at.getTime() - b.triggered_at.getTime());
  return { key: key.replace(" ", ":"), label: labelOf(alert), alerts: inOrder.map(toAlertPayload) };
}

function labelOf({ group_key, group_name, cause_summary, rule_name, title }: DeliveryAlertRow): string {
  if (group_key?.startsWith("tag:")) return group_key.slice("tag:".length);
  return cause_summary ?? group_name ?? rule_name ?? title;
}
