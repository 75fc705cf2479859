import {
  type AlertRuleCreate,
  type AlertRuleUpdate,
  RULE_CHANNELS_MAX,
  RULE_TARGETS,
  type RuleType,
  readParams,
} from "@vedette/contract/alerts/alert-rules.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findTarget, listOwnChannels, type RuleFields, type RuleRow, type TargetFacts } from "./queries.ts";

/** What a request makes of a rule, and what is wrong with it. */

type Input = Pick<
  AlertRuleUpdate,
  "channel_id" | "channel_ids" | "monitor_id" | "api_monitor_id" | "journey_id"
>;

/** The target that a rule names, and by which field. */
export type NamedTarget = { kind: TargetKind; id: string; field: TargetField };
type TargetField = (typeof TARGET_FIELDS)[number]["field"];

const TARGET_FIELDS = [
  { field: "monitor_id", kind: "monitor", noun: "monitor" },
  { field: "api_monitor_id", kind: "api_monitor", noun: "API monitor" },
  { field: "journey_id", kind: "journey", noun: "journey" },
] as const;

type Read<T> = { value: T; faults: ErrorDetail[] };

/** The one target that the input names; null for none. */
export function readTarget(input: Input): Read<NamedTarget | null> {
  const named = TARGET_FIELDS.flatMap(({ field, kind }) => {
    const id = input[field];
    return typeof id === "string" ? [{ field, kind, id }] : [];
  });
  const [first, ...others] = named;
  const message = "stands beside another target; a rule has one, or none for everything";
  return { value: first ?? null, faults: others.map(({ field: path }) => ({ path, message })) };
}

/** Of a change: a target that it does not mention is kept, and null takes it away. */
export function readTargetChange(row: RuleRow, input: Input): Read<NamedTarget | null> {
  const { value, faults } = readTarget(input);
  if (value !== null) return { value, faults };
  const field = TARGET_FIELDS.find(({ kind }) => kind === row.target_kind)?.field;
  if (field === undefined || row.target_kind === null || row.target_id === null || input[field] === null)
    return { value: null, faults };
  return { value: { kind: row.target_kind, id: row.target_id, field }, faults };
}

/** The channels that the input names, each once and in its order. */
export function channelsOf({ channel_id, channel_ids }: Input): string[] {
  return [...new Set([...(channel_id == null ? [] : [channel_id]), ...(channel_ids ?? [])])];
}

/**
 * Of a change. The list is the whole of it; `channel_id` alone changes the first and keeps the others, and beside a
 * list it counts only where it is another than it was, for an answer that is sent back has both.
 */
export function channelsAfter(row: RuleRow, { channel_id, channel_ids }: Input): string[] {
  const [first, ...others] = row.channel_ids;
  if (channel_ids !== undefined) {
    const listed = channel_ids ?? [];
    return channelsOf({ channel_id: channel_id === first ? null : channel_id, channel_ids: listed });
  }
  return channel_id === undefined ? row.channel_ids : channelsOf({ channel_id, channel_ids: others });
}

export function fieldsOfCreate(input: AlertRuleCreate): Omit<RuleFields, "target_id" | "channel_ids"> {
  const { condition } = readParams(input.type, input.params);
  return {
    name: input.name,
    params: condition?.params ?? {},
    enabled: input.enabled,
    severity: input.severity,
    cooldown_seconds: input.cooldown_seconds,
    remind_every_seconds: input.remind_every_seconds ?? null,
    notify_recovery: input.notify_recovery,
  };
}

export function fieldsOfUpdate(
  row: RuleRow,
  input: AlertRuleUpdate,
): Read<Omit<RuleFields, "target_id" | "channel_ids">> {
  const read = input.params === undefined ? null : readParams(row.type, input.params);
  const typeFaults =
    input.type !== undefined && input.type !== row.type
      ? [{ path: "type", message: `cannot change from '${row.type}'; create another rule` }]
      : [];
  return {
    value: {
      name: input.name ?? row.name,
      params: read?.condition?.params ?? row.params,
      enabled: input.enabled ?? row.enabled,
      severity: input.severity ?? row.severity,
      cooldown_seconds: input.cooldown_seconds ?? row.cooldown_seconds,
      remind_every_seconds:
        input.remind_every_seconds === undefined ? row.remind_every_seconds : input.remind_every_seconds,
      notify_recovery: input.notify_recovery ?? row.notify_recovery,
    },
    faults: [...typeFaults, ...(read?.faults ?? [])],
  };
}

/** Whatever a rule names has to be there, and to be something that its type can be about. */
export async function targetFaults(
  db: Db,
  orgId: OrgId,
  { type, target }: { type: RuleType; target: NamedTarget | null },
): Promise<ErrorDetail[]> {
  if (target === null) return [];
  const { field: path, kind, id } = target;
  const noun = TARGET_FIELDS.find((each) => each.kind === kind)?.noun;
  const facts = UUID_PATTERN.test(id) ? await findTarget(db, orgId, { id, kind }) : null;
  if (facts === null) return [{ path, message: `names no ${noun} of this organization` }];
  const reason = whyNot(type, { kind, facts });
  return reason === null ? [] : [{ path, message: `names ${reason}, to which '${type}' cannot apply` }];
}

/** A certificate is seen where a URL leads to https, be it by a redirect. */
function whyNot(type: RuleType, { kind, facts }: { kind: TargetKind; facts: TargetFacts }): string | null {
  const noun = TARGET_FIELDS.find((each) => each.kind === kind)?.noun ?? kind;
  if (!RULE_TARGETS[type].includes(kind)) return `${kind === "api_monitor" ? "an" : "a"} ${noun}`;
  if (type !== "ssl_expiry") return null;
  if (facts.type !== "url") return "a monitor of another type than 'url'";
  const isPlain = facts.url?.toLowerCase().startsWith("http://") === true && !facts.follow_redirects;
  return isPlain ? "a monitor that speaks plain http" : null;
}

/** Names the field in which a channel stands that is none of the organization's. */
export async function channelFaults(
  db: Db,
  orgId: OrgId,
  { channelIds, input }: { channelIds: readonly string[]; input: Input },
): Promise<ErrorDetail[]> {
  const wellFormed = channelIds.filter((id) => UUID_PATTERN.test(id));
  const own = new Set((await listOwnChannels(db, orgId, wellFormed)).map(({ id }) => id));
  const unknown = channelIds.filter((id) => !own.has(id));
  const faults = unknown.map((id) => ({
    path: id === input.channel_id ? "channel_id" : `channel_ids.${input.channel_ids?.indexOf(id) ?? 0}`,
    message: "names no alert channel of this organization",
  }));
  if (channelIds.length <= RULE_CHANNELS_MAX) return faults;
  return [...faults, { path: "channel_ids", message: `must be at most ${RULE_CHANNELS_MAX}` }];
}
