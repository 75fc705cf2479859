import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { TARGET_KIND_LABELS, targetPath } from "../../features/alerts/alert-labels.ts";
import { SnoozeBadge } from "../../features/snooze/snooze-badge.tsx";
import { FailureReason } from "../../features/targets/failure-reason.tsx";
import { responseText } from "../../format.ts";
import { RowHistory } from "../monitors/list/row-history.tsx";

const SHOWN_MAX = 50;

/** A list of targets, one row each. */
export function OverviewItemList({ items, label }: { items: readonly Target[]; label: string }) {
  return (
    <>
      <ul aria-label={label} className="card divide-y divide-line">
        {items.slice(0, SHOWN_MAX).map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Link
                to={targetPath({ type: item.kind, id: item.id })}
                className="font-semibold underline-offset-2 hover:underline"
              >
                {item.name}
              </Link>
              <span className="ml-2 text-[0.8125rem] text-soft">{TARGET_KIND_LABELS[item.kind]}</span>
              <FailureReason target={item} />
              <SnoozeBadge snooze={item.snooze} />
            </div>
            {item.kind === "monitor" && (
              <div className="flex-none max-lg:hidden">
                <RowHistory id={item.id} name={item.name} />
              </div>
            )}
            <span className="w-20 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              {responseText(item.last_duration_ms)}
            </span>
            <span className="w-50 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              <StatusBadge status={item.status} /> for <Duration from={item.status_since} />
            </span>
          </li>
        ))}
      </ul>
      {items.length > SHOWN_MAX && (
        <p className="text-sm text-soft">And {(items.length - SHOWN_MAX).toLocaleString("en")} more.</p>
      )}
    </>
  );
}
