import { Link } from "@tanstack/react-router";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { Reason } from "../monitors/list/monitor-columns.tsx";
import { RowHistory } from "../monitors/list/row-history.tsx";
import { KIND_LABELS, type Watched } from "./watched.ts";

const SHOWN_MAX = 50;

/** What is watched, a line each. */
export function WatchedLines({ watched, label }: { watched: readonly Watched[]; label: string }) {
  return (
    <>
      <ul aria-label={label} className="card divide-y divide-line">
        {watched.slice(0, SHOWN_MAX).map((one) => (
          <li key={one.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Link
                to={`/${one.kind}/${one.id}` as string}
                className="font-semibold underline-offset-2 hover:underline"
              >
                {one.name}
              </Link>
              <span className="ml-2 text-[0.8125rem] text-soft">{KIND_LABELS[one.kind]}</span>
              <Reason row={one} />
            </div>
            {one.kind === "monitors" && (
              <div className="flex-none max-lg:hidden">
                <RowHistory id={one.id} name={one.name} />
              </div>
            )}
            <span className="w-20 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              {responseText(one.lastMs)}
            </span>
            <span className="w-50 text-right text-sm text-soft tabular-nums max-sm:w-auto">
              <StatusBadge status={one.status} /> for <Duration from={one.since} />
            </span>
          </li>
        ))}
      </ul>
      {watched.length > SHOWN_MAX && (
        <p className="text-sm text-soft">And {(watched.length - SHOWN_MAX).toLocaleString("en")} more.</p>
      )}
    </>
  );
}
