import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { t } from "../../../language/t.ts";

/** What an exporter sent, and what was lost. Counts that are usually zero are shown only if they are not. */
export function ExporterCounts({ exporter: { metrics, traces, delivery } }: { exporter: TelemetryExporter }) {
  const lines = [
    traces &&
      t("Traces: {sent, number} sent, {waiting, number} waiting", {
        sent: delivery.traces_sent,
        waiting: delivery.traces_waiting,
      }),
    metrics && t("Data points: {sent, number} sent", { sent: delivery.points_sent }),
    delivery.traces_dropped > 0 && t("{count, number} traces dropped", { count: delivery.traces_dropped }),
    delivery.spans_rejected > 0 && t("{count, number} spans rejected", { count: delivery.spans_rejected }),
    delivery.points_dropped > 0 &&
      t("{count, number} data points rejected", { count: delivery.points_dropped }),
    delivery.requests_retried > 0 &&
      t("{count, number} requests retried", { count: delivery.requests_retried }),
  ].filter((line) => line !== false);
  return (
    <ul className="grid gap-0.5 text-[0.8125rem] tabular-nums">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
