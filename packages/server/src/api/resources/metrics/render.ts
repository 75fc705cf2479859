import type { TargetFigures } from "../../../pipeline/telemetry/figures/read-figures.ts";
import type { Family, LabelsOf } from "./family.ts";

/** The text formats of Prometheus. */
export type TextFormat = "prometheus" | "openmetrics";

export const CONTENT_TYPES: Record<TextFormat, string> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** Prometheus sends both types; it prefers OpenMetrics if it can read it. */
export function formatOf(accept: string | undefined): TextFormat {
  return accept?.includes("application/openmetrics-text") ? "openmetrics" : "prometheus";
}

/** Larger parts delay other requests, smaller ones cost more. */
const PART_CHARACTERS = 131_072;

/** Renders metrics in parts. All samples of a family are together, as both formats require. */
export function* renderMetrics(
  targets: readonly TargetFigures[],
  { families, labelsOf, format }: { families: readonly Family[]; labelsOf: LabelsOf; format: TextFormat },
): Generator<string> {
  const labelled = targets.map((target) => ({ target, labels: labelsOf(target) }));
  for (const family of families) {
    const sampleName = family.type === "counter" ? `${family.name}_total` : family.name;
    const head = headOf(family, { name: format === "openmetrics" ? family.name : sampleName });
    let text = "";
    const add = (labels: string, value: number, suffix = ""): void => {
      text += `${sampleName}${suffix}{${labels}} ${value}\n`;
    };
    let isHeadSent = false;
    for (const { target, labels } of labelled) {
      family.samples(target, labels, add);
      if (text.length < PART_CHARACTERS) continue;
      yield isHeadSent ? text : head + text;
      isHeadSent = true;
      text = "";
    }
    if (text !== "") yield isHeadSent ? text : head + text;
  }
  if (format === "openmetrics") yield "# EOF\n";
}

function headOf({ help, type }: Family, { name }: { name: string }): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}
