import type { Run, RunStep } from "@vedette/contract/runs/runs.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { runBadge, stepBadge } from "./run-labels.ts";

export function RunStatusBadge({ run }: { run: Pick<Run, "status" | "started_at"> }) {
  const { tone, word } = runBadge(run);
  return <StatusBadge status={tone} word={word} />;
}

export function StepStatusBadge({ status }: { status: RunStep["status"] }) {
  const { tone, word } = stepBadge(status);
  return <StatusBadge status={tone} word={word} />;
}
