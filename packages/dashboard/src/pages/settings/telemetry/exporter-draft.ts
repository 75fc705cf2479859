import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";

/** What the form of an exporter holds. */
export type ExporterDraft = {
  name: string;
  endpoint: string;
  /** Null keeps the headers that are stored: their values are never shown. */
  headers: Record<string, string> | null;
  metrics: boolean;
  traces: boolean;
  sample: "failures" | "all";
  covers: "all" | "some";
  selector: Selector;
};

export function draftOf(exporter: TelemetryExporter | null): ExporterDraft {
  if (exporter === null) {
    return {
      ...{ name: "", endpoint: "", headers: {}, metrics: true, traces: true },
      ...{ sample: "failures", covers: "all", selector: {} },
    };
  }
  const { name, endpoint, metrics, traces, sample, selector } = exporter;
  return {
    ...{ name, endpoint, metrics, traces, sample },
    headers: exporter.header_names.length === 0 ? {} : null,
    covers: selector === null ? "all" : "some",
    selector: selector ?? {},
  };
}

/** The fields of the request; headers that are kept are left out. */
export function bodyOf({ covers, headers, selector, ...fields }: ExporterDraft) {
  return {
    ...fields,
    ...(headers !== null && { headers }),
    selector: covers === "all" ? null : selector,
  };
}
