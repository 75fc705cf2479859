import { Link } from "@tanstack/react-router";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { Reason } from "../monitors/list/monitor-columns.tsx";
import { RowHistory } from "../monitors/list/row-history.tsx";
import { KIND_LABELS, type OverviewItem } from "./overview-items.ts";

const SHOWN_MAX = 50;

/** A list of targets, one row each. */
export function OverviewItemList({ items, label }: { items: readonly OverviewItem[]; label: string }) {
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
                to={`/${item.kind}/${item.id}` as string}
                className="font-semibold underline-offset-2 hover:underline"
              >
                {item.name}
              </Link>
              <span className="ml-2 text-[0.8125rem] text-soft">{KIND_LABELS[item.kind]}</span>
              <Reason row={item} />
            </div>
            {item.kind === "monitors" && (
              <div className="flex-none max-lg:hidden">
                <RowHistory id={item.id} name={item.name} />
              </div>
            )}
            <span className="w-20 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              {responseText(item.lastMs)}
            </span>
            <span className="w-50 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              <StatusBadge status={item.status} /> for <Duration from={item.since} />
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
