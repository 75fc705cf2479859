import type { TargetFigures } from "../../../pipeline/telemetry/figures/read-figures.ts";

/** Sample values of a metric, by target. `add` takes labels as text, from `labelText`. */
export type Add = (labels: string, value: number, suffix?: string) => void;

/** The labels of a target, as text. */
export type TargetLabels = {
  /** ID and name. */
  short: string;
  /** Also type, group and tags. */
  full: string;
};

export type Family = {
  /** Without the suffix `_total` of counters. */
  name: string;
  type: "gauge" | "counter" | "histogram";
  help: string;
  samples(target: TargetFigures, labels: TargetLabels, add: Add): void;
};

/** The labels of a target in the families of one kind of names. */
export type LabelsOf = (target: TargetFigures) => TargetLabels;

/** Formats labels as `name="value",…`; a null value has no label. */
export function labelText(labels: Readonly<Record<string, string | null>>): string {
  let text = "";
  for (const [name, value] of Object.entries(labels)) {
    if (value === null) continue;
    text += `${text === "" ? "" : ","}${name}="${escapeLabel(value)}"`;
  }
  return text;
}

/** Both formats escape these three characters. Others are UTF-8; lone surrogates become U+FFFD. */
function escapeLabel(value: string): string {
  return /[\\"\n]|[\ud800-\udfff]/.test(value)
    ? value.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : value;
}
