import type { ScheduleImport, ScheduleImportBody } from "@vedette/contract/on-call/schedule-import.ts";
import { type AuditContext, type DeferredAudits, recordDeferred } from "../../../../pipeline/audit/audit.ts";
import { listPeople } from "../../../../pipeline/on-call/schedules/schedule-queries.ts";
import type { Imported } from "../../../importing/on-call/imported-schedules.ts";
import { parseDocuments } from "../../../importing/on-call/parse-documents.ts";
import { readOpsgenie } from "../../../importing/on-call/read-opsgenie.ts";
import { readPagerduty } from "../../../importing/on-call/read-pagerduty.ts";
import { importPolicies } from "./import-policies.ts";
import { makeSchedules } from "./make-schedules.ts";

/** Imports schedules and policies of other tools. The readers are in `api/importing/on-call/`. */

const READERS: Record<ScheduleImportBody["tool"], (documents: readonly unknown[]) => Imported> = {
  opsgenie: readOpsgenie,
  pagerduty: readPagerduty,
};

/** How many problems a response lists. */
const PROBLEMS_MAX = 500;

/** Must run in a transaction: an import is made as a whole. */
export async function importSchedules(
  given: AuditContext,
  { tool, files, mode }: ScheduleImportBody,
): Promise<ScheduleImport> {
  const deferredAudits: DeferredAudits = [];
  const ctx: AuditContext = { ...given, deferredAudits };
  const { documents, problems: unreadable } = parseDocuments(files);
  const imported = READERS[tool](documents);
  const problems = [...unreadable, ...imported.problems];
  if (imported.schedules.length + imported.policies.length === 0)
    problems.push({
      item: "Files",
      reason: `have no schedule and no escalation policy of ${tool}. Save the responses of its API as they are.`,
    });
  const people = await listPeople(ctx.db, ctx.orgId);
  const members = new Map(people.map(({ id, email }) => [email.toLowerCase(), id]));
  const missing = new Set<string>();
  const idOf = (email: string) => {
    const id = members.get(email.trim().toLowerCase()) ?? null;
    if (id === null) missing.add(email.trim().toLowerCase());
    return id;
  };
  const input = { mode, problems, idOf };
  const made = await makeSchedules(ctx, { ...input, schedules: imported.schedules });
  const policies = await importPolicies(ctx, {
    ...input,
    policies: imported.policies,
    scheduleIds: made.ids,
  });
  await recordDeferred(ctx.db, deferredAudits);
  return {
    ...{ mode, schedules: made.schedules, policies, problems: problems.slice(0, PROBLEMS_MAX) },
    missing_people: [...missing].sort(),
  };
}
