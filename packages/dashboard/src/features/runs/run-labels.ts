import type { Run, RunStep } from "@vedette/contract/runs/runs.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";

/** Labels and colors of the statuses of runs and steps. Pure. */

const RUN_STATUS_WORDS: Record<Run["status"], string> = {
  running: t("Running"),
  passed: t("Passed"),
  failed: t("Failed"),
  pending_retry: t("Retrying"),
};

const RUN_TONES: Record<Run["status"], Tone> = {
  running: "pending",
  passed: "up",
  failed: "down",
  pending_retry: "degraded",
};

const STEP_WORDS: Record<RunStep["status"], { word: string; tone: Tone }> = {
  passed: { word: t("Passed"), tone: "up" },
  failed: { word: t("Failed"), tone: "down" },
  skipped: { word: t("Skipped"), tone: "paused" },
};

export const TRIGGER_LABELS: Record<Run["trigger"], string> = {
  schedule: t("Schedule"),
  manual: t("Manual"),
  pipeline: "CI",
};

/** A run that has not started is waiting. */
export function runBadge({ status, started_at }: Pick<Run, "status" | "started_at">): {
  word: string;
  tone: Tone;
} {
  const isWaiting = status === "running" && started_at === null;
  return { word: isWaiting ? t("Waiting") : RUN_STATUS_WORDS[status], tone: RUN_TONES[status] };
}

export function stepBadge(status: RunStep["status"]): { word: string; tone: Tone } {
  return STEP_WORDS[status];
}

export function isOver({ finished_at }: Pick<Run, "finished_at">): boolean {
  return finished_at !== null;
}
