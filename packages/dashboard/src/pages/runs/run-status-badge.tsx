import type { Schema } from "../../api/client.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { runLook, stepLook } from "./run-words.ts";

export function RunStatusBadge({ run }: { run: Pick<Schema<"Run">, "status" | "started_at"> }) {
  const { tone, word } = runLook(run);
  return <StatusBadge status={tone} word={word} />;
}

export function StepStatusBadge({ status }: { status: Schema<"RunStep">["status"] }) {
  const { tone, word } = stepLook(status);
  return <StatusBadge status={tone} word={word} />;
}
