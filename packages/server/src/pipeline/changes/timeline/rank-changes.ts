import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import {
  type AlertChange,
  CAUSE_MINUTES,
  type ChangeKind,
  type TargetChange,
} from "@vedette/contract/changes/changes.ts";

/** Ranks changes before an alert by how likely they are its cause. Pure. */

/** A rule cannot make a target fail, only let an alert open. */
const WEIGHTS: Record<Exclude<ChangeKind, "observed">, number> = {
  ...{ deploy: 0.95, edit: 1, variable: 0.95, rule: 0.4, update: 0.6 },
};
/** A body often changes without a fault. */
const OBSERVED_WEIGHTS: Record<ChangeField, number> = {
  ...{ address: 1, certificate: 1, issuer: 1, redirects: 0.9, headers: 0.9 },
  ...{ tls_version: 0.8, http_version: 0.7, body: 0.6 },
};

const CAUSE_MS = CAUSE_MINUTES * 60_000;

/** Changes at most half an hour before the alert, the most likely cause first. */
export function rankChanges(changes: readonly TargetChange[], alertedAtMs: number): AlertChange[] {
  return changes
    .flatMap((change): AlertChange[] => {
      const beforeMs = alertedAtMs - Date.parse(change.at);
      if (beforeMs < 0 || beforeMs > CAUSE_MS) return [];
      const score = weightOf(change) * (1 - beforeMs / (2 * CAUSE_MS));
      return [
        { ...change, seconds_before: Math.round(beforeMs / 1_000), score: Math.round(score * 100) / 100 },
      ];
    })
    .sort((a, b) => b.score - a.score || a.seconds_before - b.seconds_before || (a.id < b.id ? -1 : 1));
}

function weightOf({ kind, field }: TargetChange): number {
  if (kind !== "observed") return WEIGHTS[kind];
  return field === null ? 0 : OBSERVED_WEIGHTS[field];
}
