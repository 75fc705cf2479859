import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { REST, Waterfall } from "../../components/charts/waterfall/waterfall.tsx";
import { t } from "../../language/t.ts";
import { PHASES } from "../checks/phases/phases.ts";
import type { RunNoun } from "./run-target.ts";
import { journeyRows, requestRows, STEP_LEGEND } from "./step-rows.ts";

type StepWaterfallProps = { noun: RunNoun; subject: string; steps: readonly RunStep[] };

const OVERHEAD = { label: REST, color: "--line-strong", background: "bg-line-strong" } as const;

/** The steps of an attempt on one time axis: with the phases of each request, or by the status of each step. */
export function StepWaterfall({ noun, subject, steps }: StepWaterfallProps) {
  const isJourney = noun === "journeys";
  const { at, rows } = isJourney ? journeyRows(steps) : requestRows(steps);
  if (at === null) return null;
  return (
    <Waterfall
      title={t("Timings of steps")}
      subject={subject}
      rowNoun={t("Step")}
      at={at}
      rows={rows}
      legend={isJourney ? Object.values(STEP_LEGEND) : [...PHASES, OVERHEAD]}
    />
  );
}
