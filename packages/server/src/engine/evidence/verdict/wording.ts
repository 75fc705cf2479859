import type { NotCollected, NotCollectedReason } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict, VerdictScope } from "@vedette/contract/evidence/verdict.ts";
import { VERDICT_SUMMARY_MAX } from "@vedette/contract/evidence/verdict.ts";
import type { CaseFile } from "./case-file.ts";
import type { VantageView } from "./vantage-view.ts";

/** The words of summaries. */

const LISTED_MAX = 3;

/** "a", "a and b", "a, b and c", "a, b, c and 2 more". */
export function listText(items: readonly string[]): string {
  const shown = items.length > LISTED_MAX + 1 ? items.slice(0, LISTED_MAX) : [...items];
  const more = items.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

export function locationsText(views: readonly VantageView[]): string {
  return listText(views.map(({ facts }) => `\`${facts.location}\``));
}

/** The scope of a failure of the whole target, by the locations that see it. */
export function locationScope({ bad, good }: Pick<CaseFile, "bad" | "good">): VerdictScope {
  if (good.length === 0) return "all";
  return bad.length === 1 ? "one_location" : "some_locations";
}

/** The second line of a failure that other locations do not see; empty if all see it. */
export function onlyFromText({ bad, good }: Pick<CaseFile, "bad" | "good">): string {
  return good.length === 0 ? "" : `\nOnly from ${locationsText(bad)}: it works from ${locationsText(good)}.`;
}

export function withBoundedSummary(verdict: Verdict): Verdict {
  const { summary } = verdict;
  if (summary.length <= VERDICT_SUMMARY_MAX) return verdict;
  return { ...verdict, summary: `${summary.slice(0, VERDICT_SUMMARY_MAX - 1).toWellFormed()}…` };
}

const NOT_COLLECTED_TEXTS: Record<NotCollectedReason, (locations: string) => string> = {
  no_runner: (locations) => `no runner of ${locations} is online`,
  no_report: (locations) => `no runner of ${locations} reported in time`,
  old_runner: (locations) =>
    `the runner of ${locations} has a version that does not collect evidence; update it`,
  invalid_report: (locations) => `the report of the runner of ${locations} was rejected`,
};

/** Why no location collected; null if none was to. */
export function notCollectedText(missing: readonly NotCollected[]): string | null {
  const byReason = Map.groupBy(missing, ({ reason }) => reason);
  const texts = [...byReason].map(([reason, some]) =>
    NOT_COLLECTED_TEXTS[reason](listText(some.map(({ location }) => `\`${location}\``))),
  );
  return texts.length === 0 ? null : texts.join(", and ");
}
