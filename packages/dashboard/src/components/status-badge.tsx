import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { t, tContext } from "../language/t.ts";

/** The statuses of monitors and results. Other objects use the tone that fits their state. */
export type Tone = MonitorStatus | "error";

/** One shape for each status in a 16 × 16 view box, so that a status is not shown by color alone. */
const SHAPES: Record<Tone, string> = {
  up: "M3.5 8.5l3 3 6-7",
  degraded: "M8 2.5l6 11H2zM8 7v2.6M8 11.6v.1",
  down: "M4 4l8 8M12 4l-8 8",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.6v.1",
  error: "M8 3v6M8 12.4v.1",
  pending: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5.2v3l2 1.3",
  paused: "M5.5 3.5v9M10.5 3.5v9",
  maintenance: "M8 2l6 6-6 6-6-6z",
};

const LABELS: Record<Tone, string> = {
  up: t("Up"),
  degraded: t("Degraded"),
  down: t("Down"),
  unknown: t("Unknown"),
  error: t("Error"),
  pending: t("Pending"),
  paused: t("Paused"),
  maintenance: tContext("status", "Maintenance"),
};

const BACKGROUND_CLASSES: Record<Tone, string> = {
  up: "bg-up-ground",
  degraded: "bg-degraded-ground",
  down: "bg-down-ground",
  unknown: "bg-unknown-ground",
  error: "bg-unknown-ground",
  pending: "bg-pending-ground",
  paused: "bg-paused-ground",
  maintenance: "bg-maintenance-ground",
};

const TEXT_CLASSES: Record<Tone, string> = {
  up: "text-up",
  degraded: "text-degraded",
  down: "text-down",
  unknown: "text-unknown",
  error: "text-unknown",
  pending: "text-pending",
  paused: "text-paused",
  maintenance: "text-maintenance",
};

export function statusWord(status: Tone): string {
  return LABELS[status];
}

export function toneTextClass(tone: Tone): string {
  return TEXT_CLASSES[tone];
}

/** The status of a monitor, or a tone with a custom label: "Failed", "Open". */
export function StatusBadge({ status, word = LABELS[status] }: { status: Tone; word?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full py-0.5 pe-2.5 ps-2 text-[0.8125rem] font-semibold whitespace-nowrap ${BACKGROUND_CLASSES[status]} ${TEXT_CLASSES[status]}`}
    >
      <StatusShape status={status} />
      {word}
    </span>
  );
}

export function StatusShape({ status }: { status: Tone }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-3.5 flex-none fill-none stroke-current stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={SHAPES[status]} />
    </svg>
  );
}
