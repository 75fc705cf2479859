import type { MonitorStatus } from "@vedette/contract/monitors.ts";

/** A shape of its own for each status, drawn in a square of 16, so that none is told by colour alone. */
const SHAPES: Record<MonitorStatus, string> = {
  up: "M3.5 8.5l3 3 6-7",
  degraded: "M8 2.5l6 11H2zM8 7v2.6M8 11.6v.1",
  down: "M4 4l8 8M12 4l-8 8",
  pending: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5.2v3l2 1.3",
  paused: "M5.5 3.5v9M10.5 3.5v9",
  maintenance: "M8 2l6 6-6 6-6-6z",
};

const WORDS: Record<MonitorStatus, string> = {
  up: "Up",
  degraded: "Degraded",
  down: "Down",
  pending: "Pending",
  paused: "Paused",
  maintenance: "Maintenance",
};

export function statusWord(status: MonitorStatus): string {
  return WORDS[status];
}

export function StatusBadge({ status }: { status: MonitorStatus }) {
  return (
    <span className={`badge status-${status}`}>
      <StatusShape status={status} />
      {WORDS[status]}
    </span>
  );
}

export function StatusShape({ status }: { status: MonitorStatus }) {
  return (
    <svg className="shape" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[status]} />
    </svg>
  );
}
