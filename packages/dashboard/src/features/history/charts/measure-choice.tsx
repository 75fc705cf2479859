import { t } from "../../../language/t.ts";
import { COMPARED_MEASURES, type ComparedMeasure } from "./compare-locations.ts";

const LABELS: Record<ComparedMeasure, string> = { avg_ms: t("Average"), p50_ms: "p50", p95_ms: "p95" };

type MeasureChoiceProps = { measure: ComparedMeasure; onMeasure(measure: ComparedMeasure): void };

/** Selects which figure of each location is drawn. */
export function MeasureChoice({ measure, onMeasure }: MeasureChoiceProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-lg border border-line">
      <legend className="sr-only">{t("Figure")}</legend>
      {COMPARED_MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === measure}
          className="min-h-9 bg-surface px-2.5 text-sm hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-accent"
          onClick={() => onMeasure(one)}
        >
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  );
}
