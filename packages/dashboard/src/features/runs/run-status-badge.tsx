import type { Schema } from "../../api/client.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { runBadge, stepBadge } from "./run-labels.ts";

export function RunStatusBadge({ run }: { run: Pick<Schema<"Run">, "status" | "started_at"> }) {
  const { tone, word } = runBadge(run);
  return <StatusBadge status={tone} word={word} />;
}

export function StepStatusBadge({ status }: { status: Schema<"RunStep">["status"] }) {
  const { tone, word } = stepBadge(status);
  return <StatusBadge status={tone} word={word} />;
}
