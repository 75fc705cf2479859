import type { ImportEntry, ImportReport } from "@vedette/contract/imports/imports.ts";
import type { ScheduleImport, ScheduleImportBody } from "@vedette/contract/on-call/schedule-import.ts";
import type { ScheduleImportTool } from "@vedette/contract/on-call/schedule-import-limits.ts";
import { t } from "../../language/t.ts";
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

/**
 * The lists of the review, as those of the other tools. A problem belongs to the schedule or policy that it names, also if it
 * is about a layer of it.
 */
export function onCallReview({
  schedules,
  policies,
  problems,
  missing_people: missing,
}: ScheduleImport): ImportReport {
  const found = [
    ...schedules.map(({ name }) => ({ kind: "schedule", name, item: `Schedule ${name}` })),
    ...policies.map(({ name }) => ({ kind: "escalation_policy", name, item: `Policy ${name}` })),
  ];
  const byOwner = Map.groupBy(problems, (problem) => ownerOf(problem.item, found) ?? problem.item);
  const made = found.map(({ kind, name, item }): ImportEntry => {
    const own = byOwner.get(item) ?? [];
    return { kind, key: name, name, reasons: own.map((problem) => reasonIn(problem, item)) };
  });
  const items = new Set(found.map(({ item }) => item));
  const left = [...byOwner].filter(([item]) => !items.has(item));
  return {
    made: made.filter(({ reasons }) => reasons.length === 0),
    made_with_differences: made.filter(({ reasons }) => reasons.length > 0),
    not_made: [
      ...left.map(([item, all]) => ({
        ...{ kind: "", key: item, name: item },
        reasons: all.map(({ reason }) => sentence(reason)),
      })),
      ...missing.map((email) => ({
        ...{ kind: t("Person"), key: email, name: email },
        reasons: [t("No member has this address. Invite them, then import again.")],
      })),
    ],
  };
}

/** What an item such as `Schedule Shop, layer Night` is part of; the longest name, because names contain commas. */
function ownerOf(item: string, found: readonly { item: string }[]): string | null {
  const owners = found.map((one) => one.item).filter((one) => item === one || item.startsWith(`${one}, `));
  return owners.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** The reason with the part that it is about: `Layer Night has turns of 90 seconds.` */
function reasonIn({ item, reason }: ScheduleImport["problems"][number], owner: string): string {
  const part = item.slice(owner.length + 2);
  return sentence(part === "" ? reason : `${part}: ${reason}`);
}

function sentence(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}${reason.endsWith(".") ? "" : "."}`;
}
