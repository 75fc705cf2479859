import type {
  CodeAction,
  CodeChange,
  CodeDrift,
  CodePlan,
  CodePlanAction,
  CodeSummary,
} from "@vedette/contract/code/code-plan.ts";
import { printableLine } from "../command-line/printable.ts";

/** How plans are shown: like those of Terraform. */

const SYMBOLS: Readonly<Record<CodeAction, string>> = {
  create: "  +",
  update: "  ~",
  replace: "-/+",
  delete: "  -",
  release: "  >",
  adopt: "  <",
  move: "  ~",
  unchanged: "   ",
};

const COLORS: Partial<Record<CodeAction, number>> = {
  create: 32,
  update: 33,
  replace: 31,
  delete: 31,
  release: 35,
  adopt: 36,
  move: 33,
};

const VERBS: Readonly<Record<CodeAction, string>> = {
  create: "is created",
  update: "is changed",
  replace: "is deleted and created again",
  delete: "is deleted",
  release: "leaves the project and stays",
  adopt: "is taken over",
  move: "gets a new key",
  unchanged: "stays",
};

/** Longer values are cut: a script is not read in a plan. */
const VALUE_LENGTH_MAX = 200;

/** Formats the actions of a plan and its summary. */
export function planText(plan: CodePlan, { hasColors = false }: { hasColors?: boolean } = {}): string {
  const paint = (text: string, color: number | undefined) =>
    hasColors && color !== undefined ? `\u001b[${color}m${text}\u001b[0m` : text;
  const blocks = plan.actions.map((action) =>
    [
      `${paint(SYMBOLS[action.action], COLORS[action.action])} ${headText(action)}`,
      ...action.changes.map((change) => `        ${changeText(change, action.action)}`),
      ...action.drift.map((drift) => `        ${paint(driftText(drift), 35)}`),
      ...(action.effect === null ? [] : [`        ${paint(`effect: ${printableLine(action.effect)}`, 36)}`]),
    ].join("\n"),
  );
  return [...blocks, summaryText(plan)].join("\n\n");
}

function headText({ kind, key, action, id }: CodePlanAction): string {
  const suffix = id === null || action === "create" ? "" : `  (${id})`;
  return `${kind} ${printableLine(key)} ${VERBS[action]}${suffix}`;
}

function changeText({ path, before, after }: CodeChange, action: CodeAction): string {
  const name = printableLine(path.join("."));
  return action === "create"
    ? `${name}: ${valueText(after)}`
    : `${name}: ${valueText(before)} -> ${valueText(after)}`;
}

function driftText({ path, applied, live, changed_by: author, changed_at: at }: CodeDrift): string {
  const change = `${path.join(".")} ${valueText(applied)} -> ${valueText(live)}`;
  const by = author === null ? "" : ` by ${author}`;
  return printableLine(`drift: ${change}${by}${at === null ? "" : `, ${at}`}`);
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return printableLine(text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text);
}

const COUNTS: readonly [name: keyof CodeSummary, text: string][] = [
  ["create", "to create"],
  ["update", "to change"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["release", "to release"],
  ["adopt", "to take over"],
  ["move", "to rename"],
];

function summaryText({ project, summary }: CodePlan): string {
  const { unchanged } = summary;
  if (!hasChanges(summary)) return `No changes. ${unchanged} resources of '${project}' are as in the files.`;
  const parts = COUNTS.filter(([name]) => summary[name] > 0).map(
    ([name, text]) => `${summary[name]} ${text}`,
  );
  return `Plan for '${project}': ${[...parts, `${unchanged} unchanged`].join(", ")}.`;
}

/** Formats what an apply did. */
export function appliedText(project: string, revision: number, summary: CodeSummary): string {
  const parts = COUNTS.filter(([name]) => summary[name] > 0).map(
    ([name]) => `${summary[name]} ${DONE[name]}`,
  );
  return `Applied '${project}', revision ${revision}: ${parts.join(", ") || "no changes"}.`;
}

const DONE: Readonly<Record<keyof CodeSummary, string>> = {
  create: "created",
  update: "changed",
  replace: "replaced",
  delete: "deleted",
  release: "released",
  adopt: "taken over",
  move: "renamed",
  unchanged: "unchanged",
};

export function hasChanges({ unchanged: _, ...changes }: CodeSummary): boolean {
  return Object.values(changes).some((count) => count > 0);
}
