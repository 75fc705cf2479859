import type { Usage } from "@vedette/contract/billing/billing.ts";
import { t } from "../../language/t.ts";
import { countText, lastDayText } from "./plan-labels.ts";

/** The usage of this month with the limits of the plan and the projection to its end. */
export function UsageBars({ usage }: { usage: Usage }) {
  const { limits, projection } = usage;
  const lines: readonly BarProps[] = [
    {
      label: t("Monitors, API monitors, journeys and heartbeats"),
      count: usage.monitors + usage.journeys,
      limit: limits.monitors,
    },
    { label: t("Members and pending invitations"), count: usage.members, limit: limits.members },
    {
      label: t("Monitor checks"),
      count: usage.check_runs,
      limit: limits.check_runs,
      projected: projection.check_runs,
    },
    {
      label: t("API monitor runs"),
      count: usage.api_runs,
      limit: limits.api_runs,
      projected: projection.api_runs,
    },
    {
      label: t("Journey runs"),
      count: usage.browser_runs,
      limit: limits.browser_runs,
      projected: projection.browser_runs,
    },
    { label: t("Alerts sent"), count: usage.alerts_sent, limit: null },
  ];
  return (
    <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {lines.map((line) => (
        <UsageBar key={line.label} {...line} until={lastDayText(usage.period.to)} />
      ))}
    </ul>
  );
}

type BarProps = { label: string; count: number; limit: number | null; projected?: number };

const WARNING_SHARE = 0.8;

function UsageBar({ label, count, limit, projected, until }: BarProps & { until: string }) {
  const share = limit === null ? 0 : Math.min(1, count / limit);
  const willExceed = limit !== null && projected !== undefined && projected > limit && count < limit;
  const tone =
    share >= 1 ? "text-down" : share >= WARNING_SHARE || willExceed ? "text-degraded" : "text-accent";
  return (
    <li className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <span className="text-end tabular-nums whitespace-nowrap">
          <strong>{countText(count)}</strong>
          {limit !== null && (
            <span className="text-soft"> {t("of {limit}", { limit: countText(limit) })}</span>
          )}
        </span>
      </div>
      {limit !== null && (
        // Hidden from screen readers: the numbers above contain the same information.
        <svg
          className={`block h-2 w-full rounded-full bg-paused-ground ${tone}`}
          preserveAspectRatio="none"
          viewBox="0 0 100 1"
          aria-hidden="true"
        >
          <rect width={share * 100} height="1" fill="currentColor" />
        </svg>
      )}
      {projected !== undefined && (
        <p className={`text-[0.8125rem] ${willExceed ? "text-degraded" : "text-soft"}`}>
          {t("Projected: {count} by {until}", { count: countText(projected), until })}
          {willExceed && t(", over the plan limit. Runs over the limit are skipped.")}
        </p>
      )}
    </li>
  );
}
