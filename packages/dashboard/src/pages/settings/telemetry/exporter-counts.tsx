import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";

/** What an exporter sent, and what was lost. Counts that are usually zero are shown only if they are not. */
export function ExporterCounts({ exporter: { metrics, traces, delivery } }: { exporter: TelemetryExporter }) {
  const lines = [
    traces && `Traces: ${listOf({ sent: delivery.traces_sent, waiting: delivery.traces_waiting })}`,
    metrics && t("Data points: {list}", { list: listOf({ sent: delivery.points_sent }) }),
    lossOf(t("traces dropped"), delivery.traces_dropped),
    lossOf(t("spans rejected"), delivery.spans_rejected),
    lossOf(t("data points rejected"), delivery.points_dropped),
    lossOf(t("requests retried"), delivery.requests_retried),
  ].filter((line) => line !== false && line !== null);
  return (
    <ul className="grid gap-0.5 text-[0.8125rem] tabular-nums">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function listOf(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([word, count]) => `${textOf(count)} ${word}`)
    .join(", ");
}

function lossOf(what: string, count: number): string | null {
  return count === 0 ? null : `${textOf(count)} ${what}`;
}

const textOf = (count: number): string => count.toLocaleString(LOCALE);
