import type { TargetFigures } from "../../../pipeline/telemetry/figures/read-figures.ts";
import type { Family, LabelsOf, TargetLabels } from "./family.ts";

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

export type MetricsFormat = {
  /** Of the families: the same for the same ones. */
  names: string;
  families: readonly Family[];
  labelsOf: LabelsOf;
  format: TextFormat;
};

/** A part takes a millisecond. Larger parts delay other requests, smaller ones cost more. */
const PART_CHARACTERS = 131_072;
/** Renders metrics in parts. All samples of a family are together, as both formats require. */
export function* renderMetrics(
  targets: readonly TargetFigures[],
  { families, labelsOf, format }: Omit<MetricsFormat, "names">,
): Generator<string> {
  const labels: TargetLabels[] = [];
  const labelsAt = (nr: number, target: TargetFigures): TargetLabels => {
    const known = labels[nr] ?? labelsOf(target);
    labels[nr] = known;
    return known;
  };
  for (const family of families) yield* renderFamily(targets, { family, labelsAt, format });
  if (format === "openmetrics") yield "# EOF\n";
}

function* renderFamily(
  targets: readonly TargetFigures[],
  {
    family,
    labelsAt,
    format,
  }: { family: Family; labelsAt: (nr: number, target: TargetFigures) => TargetLabels; format: TextFormat },
): Generator<string> {
  const sampleName = family.type === "counter" ? `${family.name}_total` : family.name;
  let head = headOf(family, { name: format === "openmetrics" ? family.name : sampleName });
  let text = "";
  const add = (labels: string, value: number, suffix = ""): void => {
    text += `${sampleName}${suffix}{${labels}} ${value}\n`;
  };
  for (const [nr, target] of targets.entries()) {
    family.samples(target, labelsAt(nr, target), add);
    if (text.length < PART_CHARACTERS) continue;
    yield head + text;
    [head, text] = ["", ""];
  }
  if (text !== "") yield head + text;
}

function headOf({ help, type }: Family, { name }: { name: string }): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}
