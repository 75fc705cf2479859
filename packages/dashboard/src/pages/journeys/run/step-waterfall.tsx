import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { useId, useState } from "react";
import { Icon } from "../../../components/icon.tsx";
import { StepStatusBadge } from "../../../features/runs/run-status-badge.tsx";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { responseText } from "../../../format.ts";
import { StepReport } from "./step-report.tsx";

type StepWaterfallProps = {
  steps: readonly RunStep[];
  isRunning: boolean;
  place: { journeyId: string; runId: string };
};

/** Timeline of the steps; a step expands to its details. */
export function StepWaterfall({ steps, isRunning, place }: StepWaterfallProps) {
  const span = spanOf(steps);
  if (steps.length === 0) {
    return <p className="py-6 text-soft">{isRunning ? "No step has finished yet." : "No steps ran."}</p>;
  }
  return (
    <ol className="card divide-y divide-line overflow-hidden">
      {steps.map((step) => (
        <Step key={`${step.attempt} ${step.index}`} step={step} span={span} place={place} />
      ))}
    </ol>
  );
}

type Span = { fromMs: number; lengthMs: number };
type StepProps = { step: RunStep; span: Span; place: StepWaterfallProps["place"] };

function Step({ step, span, place }: StepProps) {
  const [isOpen, setOpen] = useState(step.status === "failed" || step.visual_diff != null);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5 text-left hover:bg-raised md:grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)_5rem_6.5rem]"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "up" : "down"} className="text-soft" />
        <span className="wrap-anywhere">
          <span className="text-soft tabular-nums">{step.index + 1}. </span>
          {stepTitle(step.name)}
        </span>
        <Bar step={step} span={span} />
        <span className="text-right text-soft tabular-nums max-md:hidden">
          {responseText(step.duration_ms)}
        </span>
        <span className="justify-self-end">
          <StepStatusBadge status={step.status} />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <StepReport step={step} place={place} />}
      </div>
    </li>
  );
}

const BARS: Record<RunStep["status"], string> = { passed: "bg-up", failed: "bg-down", skipped: "bg-paused" };

function Bar({ step: { started_at: startedAt, duration_ms: ms, status }, span }: Omit<StepProps, "place">) {
  if (startedAt === null || ms === null) return <span className="max-md:hidden" />;
  const left = ((Date.parse(startedAt) - span.fromMs) / span.lengthMs) * 100;
  const width = (ms / span.lengthMs) * 100;
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-full bg-paused-ground max-md:hidden">
      <span
        className={`absolute inset-y-0 min-w-1 rounded-full ${BARS[status]}`}
        style={{ left: `${Math.min(99, Math.max(0, left))}%`, width: `${Math.min(100 - left, width)}%` }}
      />
    </span>
  );
}

/** From the start of the first step to the end of the last. */
function spanOf(steps: readonly RunStep[]): Span {
  const ran = steps.flatMap(({ started_at: at, duration_ms: ms }) =>
    at === null ? [] : [{ fromMs: Date.parse(at), toMs: Date.parse(at) + (ms ?? 0) }],
  );
  const fromMs = Math.min(...ran.map((one) => one.fromMs));
  const toMs = Math.max(...ran.map((one) => one.toMs));
  return ran.length === 0 ? { fromMs: 0, lengthMs: 1 } : { fromMs, lengthMs: Math.max(1, toMs - fromMs) };
}
