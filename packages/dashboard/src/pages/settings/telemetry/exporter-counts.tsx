import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";

/** What an exporter sent, and what was lost. Counts that are usually zero are shown only if they are not. */
export function ExporterCounts({ exporter: { metrics, traces, delivery } }: { exporter: TelemetryExporter }) {
  const lines = [
    traces && `Traces: ${listOf({ sent: delivery.traces_sent, waiting: delivery.traces_waiting })}`,
    metrics && `Data points: ${listOf({ sent: delivery.points_sent })}`,
    lossOf("traces dropped", delivery.traces_dropped),
    lossOf("spans rejected", delivery.spans_rejected),
    lossOf("data points rejected", delivery.points_dropped),
    lossOf("requests retried", delivery.requests_retried),
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

const textOf = (count: number): string => count.toLocaleString("en-US");
