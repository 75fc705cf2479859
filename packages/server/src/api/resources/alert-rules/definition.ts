import {
  type AlertRuleCreate,
  type AlertRuleUpdate,
  RULE_CHANNELS_MAX,
} from "@vedette/contract/alerts/alert-rules.ts";
import { RULE_TARGETS, type RuleType, readParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { checkKind } from "@vedette/contract/checks/check-kinds.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  findTarget,
  listOwnChannels,
  type RuleDefinitionRow,
  type RuleFields,
  type RuleTargetFacts,
} from "./queries.ts";

/** Parses and validates the fields of an alert rule. */

type RuleReferences = Pick<
  AlertRuleUpdate,
  "channel_id" | "channel_ids" | "monitor_id" | "api_monitor_id" | "journey_id" | "heartbeat_id" | "selector"
>;

/** The target that a rule names and the field that names it. */
export type NamedTarget = { kind: TargetKind; id: string; field: TargetField };
type TargetField = (typeof TARGET_FIELDS)[number]["field"];

const TARGET_FIELDS = [
  { field: "monitor_id", kind: "monitor", noun: "monitor" },
  { field: "api_monitor_id", kind: "api_monitor", noun: "API monitor" },
  { field: "journey_id", kind: "journey", noun: "journey" },
  { field: "heartbeat_id", kind: "heartbeat", noun: "heartbeat" },
] as const;

type Parsed<T> = { value: T; errors: ErrorDetail[] };

/** Returns the target that the input names, or null. Naming more than one target is an error. */
export function parseTarget(input: RuleReferences): Parsed<NamedTarget | null> {
  const named = TARGET_FIELDS.flatMap(({ field, kind }) => {
    const id = input[field];
    return typeof id === "string" ? [{ field, kind, id }] : [];
  });
  const [first, ...extra] = named;
  const message = "names a second target; a rule has one target, or none to cover all targets";
  const errors: ErrorDetail[] = extra.map(({ field: path }) => ({ path, message }));
  if (first && input.selector)
    errors.push({
      path: "selector",
      message: `cannot be combined with ${first.field}; send only one of them`,
    });
  return { value: first ?? null, errors };
}

/** Parses the target of an update: a field that is absent keeps the target, and null or a selector removes it. */
export function parseTargetUpdate(row: RuleDefinitionRow, input: RuleReferences): Parsed<NamedTarget | null> {
  const { value, errors } = parseTarget(input);
  if (value !== null || input.selector) return { value, errors };
  const field = TARGET_FIELDS.find(({ kind }) => kind === row.target_kind)?.field;
  if (field === undefined || row.target_kind === null || row.target_id === null || input[field] === null)
    return { value: null, errors };
  return { value: { kind: row.target_kind, id: row.target_id, field }, errors };
}

/** Returns the channels that the input names, without duplicates and in the given order. */
export function channelsOf({ channel_id, channel_ids }: RuleReferences): string[] {
  return [...new Set([...(channel_id == null ? [] : [channel_id]), ...(channel_ids ?? [])])];
}

/**
 * Returns the channels after an update. `channel_ids` replaces the whole list. `channel_id` alone replaces
 * the first channel and keeps the others. If both are sent, `channel_id` counts only if it differs from the
 * stored first channel, because a response that is sent back contains both.
 */
export function updatedChannels(
  row: RuleDefinitionRow,
  { channel_id, channel_ids }: RuleReferences,
): string[] {
  const [first, ...rest] = row.channel_ids;
  if (channel_ids !== undefined) {
    const listed = channel_ids ?? [];
    return channelsOf({ channel_id: channel_id === first ? null : channel_id, channel_ids: listed });
  }
  return channel_id === undefined ? row.channel_ids : channelsOf({ channel_id, channel_ids: rest });
}

/** The selector after an update: naming a target removes it. */
export function selectorOfUpdate(row: RuleDefinitionRow, target: NamedTarget | null, input: RuleReferences) {
  if (target !== null) return null;
  return input.selector === undefined ? row.selector : input.selector;
}

type OwnFields = Omit<RuleFields, "target_id" | "selector" | "slo_id" | "channel_ids">;

export function ruleCreateFields(input: AlertRuleCreate): OwnFields {
  const { condition } = readParams(input.type, input.params);
  return {
    name: input.name,
    params: condition?.params ?? {},
    enabled: input.enabled,
    severity: input.severity,
    cooldown_seconds: input.cooldown_seconds,
    confirm_seconds: input.confirm_seconds,
    recovery_threshold: input.recovery_threshold,
    remind_every_seconds: input.remind_every_seconds ?? null,
    notify_recovery: input.notify_recovery,
    flap_detection: input.flap_detection,
    escalation_policy_id: input.escalation_policy_id ?? null,
    opens_incident: input.opens_incident,
    group_by: input.group_by,
  };
}

export function ruleUpdateFields(row: RuleDefinitionRow, input: AlertRuleUpdate): Parsed<OwnFields> {
  const parsed = input.params === undefined ? null : readParams(row.type, input.params);
  const typeErrors =
    input.type !== undefined && input.type !== row.type
      ? [{ path: "type", message: `cannot change from '${row.type}'; create another rule` }]
      : [];
  return {
    value: {
      name: input.name ?? row.name,
      params: parsed?.condition?.params ?? row.params,
      enabled: input.enabled ?? row.enabled,
      severity: input.severity ?? row.severity,
      cooldown_seconds: input.cooldown_seconds ?? row.cooldown_seconds,
      confirm_seconds: input.confirm_seconds ?? row.confirm_seconds,
      recovery_threshold: input.recovery_threshold ?? row.recovery_threshold,
      remind_every_seconds:
        input.remind_every_seconds === undefined ? row.remind_every_seconds : input.remind_every_seconds,
      notify_recovery: input.notify_recovery ?? row.notify_recovery,
      flap_detection: input.flap_detection ?? row.flap_detection,
      escalation_policy_id:
        input.escalation_policy_id === undefined ? row.escalation_policy_id : input.escalation_policy_id,
      opens_incident: input.opens_incident ?? row.opens_incident,
      group_by: input.group_by ?? row.group_by,
    },
    errors: [...typeErrors, ...(parsed?.errors ?? [])],
  };
}

type RuleOfType = { type: RuleType; params: object };

/** Checks that the target of a rule exists and that the rule's type applies to it. */
export async function findTargetErrors(
  db: Db,
  orgId: OrgId,
  { target, ...rule }: RuleOfType & { target: NamedTarget | null },
): Promise<ErrorDetail[]> {
  if (target === null) return [];
  const { field: path, kind, id } = target;
  const noun = TARGET_FIELDS.find((each) => each.kind === kind)?.noun;
  const facts = UUID_PATTERN.test(id) ? await findTarget(db, orgId, { id, kind }) : null;
  if (facts === null) return [{ path, message: `is not the id of a known ${noun}` }];
  const reason = findMismatch(rule, { kind, facts });
  return reason === null
    ? []
    : [{ path, message: `is ${reason}; rules of type '${rule.type}' do not apply to it` }];
}

/** Returns what a rule about expiry is about; null for other rules. */
export function subjectOf({ type, params }: RuleOfType): "certificate" | "domain" | null {
  if (type === "ssl_expiry") return "certificate";
  const condition = type === "expiry" ? readParams(type, params).condition : null;
  return condition?.type === "expiry" ? condition.params.subject : null;
}

/** Describes why a rule does not apply to a target, or null. */
function findMismatch(
  rule: RuleOfType,
  { kind, facts }: { kind: TargetKind; facts: RuleTargetFacts },
): string | null {
  const noun = TARGET_FIELDS.find((each) => each.kind === kind)?.noun ?? kind;
  if (!RULE_TARGETS[rule.type].includes(kind)) return `${kind === "api_monitor" ? "an" : "a"} ${noun}`;
  const { type, config, domain } = facts;
  const subject = subjectOf(rule);
  if (subject === null || type === null || config === null) return null;
  if (subject === "certificate") return checkKind(type).noCertificate(config);
  return domain === null ? "a monitor without a domain that can be registered" : null;
}

/** Checks that all channels belong to the organization, and names the field of each one that does not. */
export async function findChannelErrors(
  db: Db,
  orgId: OrgId,
  { channelIds, input }: { channelIds: readonly string[]; input: RuleReferences },
): Promise<ErrorDetail[]> {
  const wellFormed = channelIds.filter((id) => UUID_PATTERN.test(id));
  const own = new Set((await listOwnChannels(db, orgId, wellFormed)).map(({ id }) => id));
  const unknown = channelIds.filter((id) => !own.has(id));
  const errors = unknown.map((id) => ({
    path: id === input.channel_id ? "channel_id" : `channel_ids.${input.channel_ids?.indexOf(id) ?? 0}`,
    message: "is not the id of a known alert channel",
  }));
  if (channelIds.length <= RULE_CHANNELS_MAX) return errors;
  return [...errors, { path: "channel_ids", message: `must be at most ${RULE_CHANNELS_MAX}` }];
}
