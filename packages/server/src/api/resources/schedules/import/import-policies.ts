import {
  escalationPolicyCreate,
  escalationPolicyListQuery,
} from "@vedette/contract/on-call/escalation-policies.ts";
import type { ScheduleImport } from "@vedette/contract/on-call/schedule-import.ts";
import type { AuditContext } from "../../../../pipeline/audit/audit.ts";
import type { ImportedPolicy, ImportedTarget } from "../../../importing/on-call/imported-schedules.ts";
import { createPolicy, listPolicyPage } from "../../escalation-policies/service.ts";
import type { ImportInput, MadeSchedules } from "./make-schedules.ts";

type PolicyInput = ImportInput & { policies: readonly ImportedPolicy[]; scheduleIds: MadeSchedules["ids"] };

/** Creates the escalation policies, or returns what it would create. */
export async function importPolicies(
  ctx: AuditContext,
  input: PolicyInput,
): Promise<ScheduleImport["policies"]> {
  const made: ScheduleImport["policies"] = [];
  if (input.policies.length === 0) return made;
  // An organization has at most a page of policies.
  const { data } = await listPolicyPage(ctx, escalationPolicyListQuery.parse({ limit: "200" }));
  const names = new Set(data.map(({ name }) => name));
  for (const policy of input.policies) {
    const item = `Policy ${policy.name}`;
    if (names.has(policy.name)) {
      input.problems.push({ item, reason: "is left out: an escalation policy with this name exists" });
      continue;
    }
    names.add(policy.name);
    const steps = policy.steps
      .map(({ waitSeconds, notify }) => ({
        wait_seconds: waitSeconds,
        notify: notify.map((target) => toTarget(target, { ...input, item })).filter((one) => one !== null),
      }))
      .filter(({ notify }) => notify.length > 0);
    const { name, description, repeatCount, repeatWaitSeconds } = policy;
    const body = {
      ...{ name, description, steps, repeat_count: repeatCount },
      ...(repeatWaitSeconds !== null && { repeat_wait_seconds: repeatWaitSeconds }),
    };
    const { data: checked, error } = escalationPolicyCreate.safeParse(body);
    if (!checked) {
      const issue = error.issues[0];
      input.problems.push({ item, reason: `is left out: ${issue?.path.join(".")} ${issue?.message}` });
      continue;
    }
    const id = input.mode === "plan" ? null : (await createPolicy(ctx, checked)).id;
    made.push({ id, name, steps: steps.length });
  }
  return made;
}

/** In a plan, a schedule has no ID yet. */
const PLANNED_ID = "planned";

function toTarget(
  target: ImportedTarget,
  { idOf, scheduleIds, problems, item }: PolicyInput & { item: string },
) {
  if (target.type === "user") {
    const id = idOf(target.email);
    if (id === null) problems.push({ item, reason: `${target.email} is left out: they are not a member` });
    return id === null ? null : { type: "user" as const, id };
  }
  const id = scheduleIds.get(target.sourceId);
  if (id === undefined) problems.push({ item, reason: "names a schedule that is not imported" });
  return id === undefined ? null : { type: "schedule" as const, id: id ?? PLANNED_ID };
}
