import { compilePattern } from "@vedette/contract/assertions/assertion-syntax.ts";
import { type DocumentObject, isObject, listOf, textOf } from "../document-value.ts";

/** The relabelling of Prometheus. Source: https://prometheus.io/docs/prometheus/latest/configuration/configuration/#relabel_config */

export type Labels = ReadonlyMap<string, string>;

/** Real jobs have a dozen steps. */
const STEPS_MAX = 200;
/** A longer text is not matched: labels are short. */
const SOURCE_LENGTH_MAX = 16_384;
const REPLACEMENT = /\$\$|\$\{(\w+)\}|\$(\d+)/g;

/** Returns the labels after all steps; null if a step drops the target. Adds a reason for a step that is unknown. */
export function relabel(labels: Labels, steps: unknown, reasons: string[]): Labels | null {
  let current: Labels | null = labels;
  for (const step of listOf(steps).filter(isObject).slice(0, STEPS_MAX)) {
    if (current === null) return null;
    try {
      current = apply(current, step, reasons);
    } catch {
      reasons.push("A step of relabelling has a pattern that is not valid; it is left out.");
    }
  }
  return current;
}

function apply(labels: Labels, step: DocumentObject, reasons: string[]): Labels | null {
  const action = (textOf(step.action) ?? "replace").toLowerCase();
  const separator = textOf(step.separator) ?? ";";
  const source = listOf(step.source_labels)
    .map((name) => labels.get(textOf(name) ?? "") ?? "")
    .join(separator);
  const pattern = compilePattern(`^(?:${textOf(step.regex) ?? "(.*)"})$`);
  const target = textOf(step.target_label) ?? "";
  switch (action) {
    case "replace": {
      const groups = groupsOf(pattern, source);
      if (groups === null) return labels;
      const name = expand(target, groups);
      const value = expand(textOf(step.replacement) ?? "$1", groups);
      return name === "" ? labels : withLabel(labels, name, value);
    }
    case "keep":
      return groupsOf(pattern, source) === null ? null : labels;
    case "drop":
      return groupsOf(pattern, source) === null ? labels : null;
    case "lowercase":
      return withLabel(labels, target, source.toLowerCase());
    case "uppercase":
      return withLabel(labels, target, source.toUpperCase());
    case "labeldrop":
      return new Map([...labels].filter(([name]) => groupsOf(pattern, name) === null));
    case "labelkeep":
      return new Map([...labels].filter(([name]) => groupsOf(pattern, name) !== null));
    case "labelmap":
      return new Map([
        ...labels,
        ...[...labels].flatMap(([name, value]): [string, string][] => {
          const groups = groupsOf(pattern, name);
          return groups === null ? [] : [[expand(textOf(step.replacement) ?? "$1", groups), value]];
        }),
      ]);
    default:
      reasons.push(`The step '${action.slice(0, 50)}' of relabelling has no counterpart.`);
      return labels;
  }
}

/** An empty value removes a label. */
function withLabel(labels: Labels, name: string, value: string): Labels {
  const changed = new Map(labels);
  if (value === "") changed.delete(name);
  else changed.set(name, value);
  return changed;
}

/** Returns the whole match and its groups; null if the pattern does not match. */
function groupsOf(pattern: ReturnType<typeof compilePattern>, text: string): string[] | null {
  if (text.length > SOURCE_LENGTH_MAX) return null;
  const matcher = pattern.matcher(text);
  if (!matcher.matches()) return null;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? "");
}

function expand(template: string, groups: readonly string[]): string {
  return template.replaceAll(REPLACEMENT, (whole, braced?: string, digits?: string) =>
    whole === "$$" ? "$" : (groups[Number(braced ?? digits)] ?? ""),
  );
}
