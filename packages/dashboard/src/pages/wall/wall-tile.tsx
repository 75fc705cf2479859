import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusShape, statusWord } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { isWrong } from "./wall-pages.ts";

/** Filled with color if something is wrong, so that it is seen from afar. */
const TILE_CLASSES: Record<MonitorStatus, string> = {
  down: "bg-down text-surface",
  degraded: "bg-degraded text-surface",
  unknown: "bg-unknown text-surface",
  pending: "border border-line bg-surface text-pending",
  maintenance: "border border-line bg-maintenance-ground text-maintenance",
  up: "border border-line bg-surface text-up",
  paused: "border border-line bg-paused-ground text-paused",
};

/** One target. All sizes are relative to the tile. */
export function WallTile({ target }: { target: Target }) {
  const { name, status, status_since: since, failures, status_reason: reason } = target;
  const isFailing = isWrong(target);
  const cause = reason ?? Object.values(failures)[0];
  return (
    <li
      className={`@container-[size] min-h-0 min-w-0 overflow-hidden rounded-[14px] ${TILE_CLASSES[status]}`}
      data-status={status}
    >
      <div className="flex h-full flex-col justify-center gap-[3cqh] px-[5cqw] py-[4cqh]">
        <p
          dir="auto"
          className={`line-clamp-2 text-[length:max(1.75rem,min(17cqh,8cqw))] leading-[1.15] font-semibold wrap-anywhere ${isFailing ? "" : "text-ink"}`}
        >
          {name}
        </p>
        <p className="flex items-center gap-[2cqw] text-[length:max(1.125rem,min(13cqh,6cqw))] leading-[1.2] font-semibold [&_svg]:size-[1em]">
          <StatusShape status={status} />
          {statusWord(status)} <Duration from={since} />
        </p>
        {isFailing && cause !== undefined && (
          <p className="line-clamp-2 text-[length:max(1rem,min(9cqh,4.2cqw))] leading-[1.25] wrap-anywhere">
            {sentenceOf(cause)}
          </p>
        )}
      </div>
    </li>
  );
}
