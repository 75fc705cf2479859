import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { StatusShape, statusWord, toneTextClass } from "../../../components/status-badge.tsx";
import { type Counts, STATUS_ORDER } from "./list-view.ts";

type StatusCountsProps = {
  counts: Counts;
  chosen: MonitorStatus | null;
  onChoose(status: MonitorStatus | null): void;
};

/** Number of monitors in each status; a click filters by it. */
export function StatusCounts({ counts, chosen, onChoose }: StatusCountsProps) {
  // Down and up are always shown, also with zero.
  const shown = STATUS_ORDER.filter((status) => counts[status] > 0 || status === "down" || status === "up");
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show only</legend>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={`inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-line bg-surface px-3 hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-ground ${counts[status] > 0 ? toneTextClass(status) : "text-soft"}`}
          aria-pressed={chosen === status}
          disabled={counts[status] === 0}
          onClick={() => onChoose(chosen === status ? null : status)}
        >
          <StatusShape status={status} />
          <strong>{counts[status].toLocaleString("en")}</strong>
          {statusWord(status)}
        </button>
      ))}
    </fieldset>
  );
}
