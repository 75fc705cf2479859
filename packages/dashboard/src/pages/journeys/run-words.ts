import type { Schema } from "../../api/client.ts";
import type { Tone } from "../../components/status-badge.tsx";

type Run = Schema<"Run">;
type RunStep = Schema<"RunStep">;

/** How a run stands, as a tone and a word of its own. */
export function runBadge({ status, started_at: startedAt }: Pick<Run, "status" | "started_at">): {
  status: Tone;
  word: string;
} {
  switch (status) {
    case "passed":
      return { status: "up", word: "Passed" };
    case "failed":
      return { status: "down", word: "Failed" };
    case "pending_retry":
      return { status: "degraded", word: "Tries again" };
    case "running":
      return { status: "pending", word: startedAt === null ? "Waiting" : "Running" };
  }
}

export const STEP_BADGES: Record<RunStep["status"], { status: Tone; word: string }> = {
  passed: { status: "up", word: "Passed" },
  failed: { status: "down", word: "Failed" },
  skipped: { status: "paused", word: "Skipped" },
};

export const TRIGGER_WORDS: Record<Run["trigger"], string> = {
  schedule: "on schedule",
  manual: "by hand",
  pipeline: "by a pipeline",
};

export function hasEnded({ status }: Pick<Run, "status">): boolean {
  return status === "passed" || status === "failed";
}

/** "99.95 %", and a dash where nothing ran. */
export function percentText(value: number | null): string {
  return value === null ? "–" : `${Number(value.toFixed(2))} %`;
}

/** How often it runs: "every 5 min". */
export function rhythmText(seconds: number | null): string {
  if (seconds === null) return "on demand";
  if (seconds % 3_600 === 0) return seconds === 3_600 ? "every hour" : `every ${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `every ${seconds / 60} min` : `every ${seconds} s`;
}
