import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";

/** Why people would not hear of an outage. Pure. */

type Rule = Pick<AlertRule, "enabled" | "channel_ids"> & { escalation_policy_id?: string | null };
type Channel = Pick<AlertChannel, "id" | "name" | "health">;

export type AlertingProblems<C extends Channel = Channel> = {
  /** Whether no enabled rule has a channel that can deliver, or an escalation policy. */
  isSilent: boolean;
  hasEnabledRule: boolean;
  /** Channels of enabled rules that do not deliver. */
  broken: C[];
};

export function alertingProblems<C extends Channel>(
  rules: readonly Rule[],
  channels: readonly C[],
): AlertingProblems<C> {
  const enabled = rules.filter((rule) => rule.enabled);
  const used = new Set(enabled.flatMap((rule) => rule.channel_ids));
  const ofRules = channels.filter(({ id }) => used.has(id));
  return {
    isSilent:
      !ofRules.some(canDeliver) && !enabled.some(({ escalation_policy_id: policyId }) => policyId != null),
    hasEnabledRule: enabled.length > 0,
    broken: ofRules.filter((channel) => !canDeliver(channel)),
  };
}

/** A channel that was never tested may deliver. */
export function canDeliver({ health: { status } }: Pick<Channel, "health">): boolean {
  return status === "working" || status === "untested";
}
