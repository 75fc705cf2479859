import type { ImportEntry, ImportReport } from "@vedette/contract/imports/imports.ts";
import type { ScheduleImport, ScheduleImportBody } from "@vedette/contract/on-call/schedule-import.ts";
import type { ScheduleImportTool } from "@vedette/contract/on-call/schedule-import-limits.ts";
import { pathInFolder } from "./import-choice.ts";

/** Schedules and escalation policies of other tools, which have an endpoint of their own. */

export async function onCallBody(
  tool: ScheduleImportTool,
  files: readonly File[],
  mode: ScheduleImportBody["mode"],
): Promise<Pick<ScheduleImportBody, "tool" | "files" | "mode">> {
  const read = files.map(async (file) => ({ name: pathInFolder(file), content: await file.text() }));
  return { tool, mode, files: await Promise.all(read) };
}

/** The lists of the review, as those of the other tools. A problem belongs to what it names. */
export function onCallReview({
  schedules,
  policies,
  problems,
  missing_people: missing,
}: ScheduleImport): ImportReport {
  const found = [
    ...schedules.map(({ name }) => ({ kind: "schedule", name, item: `Schedule ${name}` })),
    ...policies.map(({ name }) => ({ kind: "escalation_policy", name, item: `Policy ${name}` })),
  ].map(({ kind, name, item }): ImportEntry => {
    const reasons = problems.filter((problem) => problem.item === item).map(({ reason }) => sentence(reason));
    return { kind, key: name, name, reasons };
  });
  const made = new Set([
    ...schedules.map(({ name }) => `Schedule ${name}`),
    ...policies.map(({ name }) => `Policy ${name}`),
  ]);
  const left = Map.groupBy(
    problems.filter(({ item }) => !made.has(item)),
    ({ item }) => item,
  );
  return {
    made: found.filter(({ reasons }) => reasons.length === 0),
    made_with_differences: found.filter(({ reasons }) => reasons.length > 0),
    not_made: [
      ...[...left].map(([item, all]) => ({
        ...{ kind: "", key: item, name: item },
        reasons: all.map(({ reason }) => sentence(reason)),
      })),
      ...missing.map((email) => ({
        ...{ kind: "person", key: email, name: email },
        reasons: ["No member has this address. Invite them, then import again."],
      })),
    ],
  };
}

function sentence(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}${reason.endsWith(".") ? "" : "."}`;
}
