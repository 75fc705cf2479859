import { RULE_CHANNELS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import { SELECTOR_TARGETS_MAX } from "@vedette/contract/targets/selector-limits.ts";
import { cutText } from "../../building/clean-texts.ts";
import type { ImportBuilder } from "../../building/import-builder.ts";
import { hashedKey } from "../../building/import-keys.ts";
import { listOf } from "../../document-value.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import type { KumaContext } from "../draft/kuma-context.ts";
import { columnNumber, columnText, flagOf, idOf } from "../draft/row-values.ts";
import type { MadeTargets } from "../targets/map-targets.ts";

/** Alert rules: one for all monitors with the same notifications and the same conditions. */

export type MadeChannels = ReadonlyMap<number, { key: string; name: string }>;
type Target = { kind: string; key: string };
/** `id` identifies the condition in the key of the rule. */
type Condition = { id: string; label: string; fields: Readonly<Record<string, unknown>> };
type Rule = { condition: Condition; channelIds: readonly number[]; targets: Target[] };

const KEY_LENGTH_MAX = 64;
const THRESHOLD_MAX = 100;
const REMINDER = { min: 60, max: 2_592_000 };
const DAYS_DEFAULT = [7, 14, 21];
const DAYS_MAX = 10;

type Made = { targets: MadeTargets; channels: MadeChannels };

export function mapRules(
  rows: readonly KumaRow[],
  context: KumaContext,
  made: Made,
  builder: ImportBuilder,
): void {
  const rules = new Map<string, Rule>();
  const certificateDays = daysOf(context.setting("tlsExpiryNotifyDays"));
  for (const row of rows) {
    const target = made.targets.get(idOf(row));
    const ids = context.notificationsOf.get(idOf(row)) ?? [];
    const channelIds = ids.filter((id) => made.channels.has(id));
    if (target === undefined || channelIds.length === 0) continue;
    const conditions = [failures(row)];
    if (seesCertificate(row) && certificateDays.length > 0) conditions.push(certificate(certificateDays));
    for (const condition of conditions) {
      const key = ruleKey(condition, channelIds);
      const rule = rules.get(key) ?? { condition, channelIds, targets: [] };
      rules.set(key, rule);
      rule.targets.push({ kind: target.kind, key: target.key });
    }
  }
  for (const [key, rule] of rules) addRule(key, rule, made.channels, builder);
}

/** Adds a rule, or several if it has more targets than a selector takes. */
function addRule(
  key: string,
  { condition, channelIds, targets }: Rule,
  channels: MadeChannels,
  builder: ImportBuilder,
): void {
  const notified = channelIds.slice(0, RULE_CHANNELS_MAX).flatMap((id) => channels.get(id) ?? []);
  const reasons =
    channelIds.length > RULE_CHANNELS_MAX ? [`Only ${RULE_CHANNELS_MAX} channels are notified.`] : [];
  for (let from = 0; from < targets.length; from += SELECTOR_TARGETS_MAX) {
    const part = from / SELECTOR_TARGETS_MAX + 1;
    const suffix = part === 1 ? "" : `-part${part}`;
    const name = cutText(`${condition.label}: ${notified.map((channel) => channel.name).join(", ")}`, 180);
    const fields = {
      ...condition.fields,
      on: { targets: targets.slice(from, from + SELECTOR_TARGETS_MAX) },
      channels: notified.map((channel) => channel.key),
    };
    builder.add({
      kind: "rule",
      key: `${key.slice(0, KEY_LENGTH_MAX - suffix.length)}${suffix}`,
      name: part === 1 ? name : `${name} (${part})`,
      fields,
      reasons,
    });
  }
}

/** The key depends on the notifications and the condition only, so that a later import finds the rule again. */
function ruleKey({ id }: Condition, channelIds: readonly number[]): string {
  const key = `${id}-n${channelIds.join("-")}`;
  if (key.length <= KEY_LENGTH_MAX - 10) return key;
  return hashedKey(id, key);
}

function failures(row: KumaRow): Condition {
  const threshold = Math.min(Math.max(columnNumber(row, "maxretries") ?? 0, 0) + 1, THRESHOLD_MAX);
  const seconds = (columnNumber(row, "resend_interval") ?? 0) * (columnNumber(row, "interval") ?? 60);
  const remind = seconds > 0 ? Math.min(Math.max(Math.round(seconds), REMINDER.min), REMINDER.max) : null;
  return {
    id: `down-t${threshold}${remind === null ? "" : `-r${remind}`}`,
    label: "Down",
    fields: {
      type: "consecutive_failures",
      params: { threshold },
      ...(remind !== null && { remind_every_seconds: remind }),
    },
  };
}

function certificate(days: readonly number[]): Condition {
  return {
    id: `certificate-${days.join("-")}`,
    label: "Certificate expires",
    fields: { type: "expiry", severity: "warning", params: { subject: "certificate", days } },
  };
}

function seesCertificate(row: KumaRow): boolean {
  const isHttps = /^https:/i.test(columnText(row, "url"));
  const isHttp = ["http", "keyword", "json-query"].includes(columnText(row, "type"));
  return isHttp && isHttps && flagOf(row, "expiry_notification");
}

/** Days before an expiry, from a setting; the defaults of Uptime Kuma if it is not set. */
export function daysOf(setting: unknown): number[] {
  if (setting === undefined) return DAYS_DEFAULT;
  const days = listOf(setting)
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 0 && day <= 365);
  return [...new Set(days)].sort((one, other) => one - other).slice(0, DAYS_MAX);
}
