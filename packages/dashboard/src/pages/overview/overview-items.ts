import type { Target } from "@vedette/contract/targets/targets.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { type Counts, STATUS_ORDER } from "../monitors/list/list-view.ts";

/** Returns the targets that are down, degraded or unknown, in this order; within a status the longest first. */
export function needingAttention(all: readonly Target[]): Target[] {
  return all
    .filter(({ status }) => status === "down" || status === "degraded" || status === "unknown")
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.status_since < b.status_since ? -1 : 1));
}

/** Summarizes all statuses in one sentence. */
export function overviewHeadline({ down, degraded, ...others }: Counts): string {
  const total = down + degraded + Object.values(others).reduce((sum, count) => sum + count, 0);
  if (total === 0) return t("Nothing is monitored yet.");
  const all = total.toLocaleString(LOCALE);
  if (down > 0)
    return t("{count, plural, one {# of {all} is down.} other {# of {all} are down.}}", { count: down, all });
  if (degraded > 0)
    return t("{count, plural, one {# of {all} is degraded.} other {# of {all} are degraded.}}", {
      count: degraded,
      all,
    });
  if (others.unknown > 0)
    return t("{unknown, number} of {all} have an unknown status.", { unknown: others.unknown, all });
  return others.up === total ? t("Everything is up.") : t("Nothing is down.");
}

function rankOf({ status }: Target): number {
  return STATUS_ORDER.indexOf(status);
}
