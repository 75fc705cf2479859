import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import { StatusShape, statusWord } from "../../components/status-badge.tsx";
import { type Counts, STATUS_ORDER } from "./list-view.ts";

type StatusCountsProps = {
  counts: Counts;
  chosen: MonitorStatus | null;
  onChoose(status: MonitorStatus | null): void;
};

/** How many monitors are in each status; each count shows only those when pressed. */
export function StatusCounts({ counts, chosen, onChoose }: StatusCountsProps) {
  // Down and up always have their place, so that a zero can be read as one.
  const shown = STATUS_ORDER.filter((status) => counts[status] > 0 || status === "down" || status === "up");
  return (
    <fieldset className="counts">
      <legend className="unseen">Show only</legend>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={counts[status] > 0 ? `count status-${status}` : "count"}
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
