import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { whoIsOnCall } from "../schedules/who-is-on-call.ts";
import { loadPlans } from "./load-plans.ts";
import { idsOf } from "./step-to-take.ts";

export type FirstPeople = { id: string; name: string; people: readonly { id: string; name: string }[] };

/** People of a policy that are shown. */
const PEOPLE_MAX = 20;

/** Returns each of these policies with the people whom its first step notifies at an instant. */
export async function firstPeopleOf(
  db: Db,
  orgId: OrgId,
  { policyIds, atMs }: { policyIds: readonly string[]; atMs: number },
): Promise<ReadonlyMap<string, FirstPeople>> {
  if (policyIds.length === 0) return new Map();
  const plans = await loadPlans(db, policyIds);
  const firstSteps = [...plans.values()].flatMap((plan) => plan[0]?.steps[0] ?? []);
  const scheduleIds = [...new Set(firstSteps.flatMap((step) => idsOf(step, "schedule")))];
  const onCall = await whoIsOnCall(db, orgId, { scheduleIds, atMs });
  const members = await listMemberNames(db, orgId);
  return new Map(
    [...plans].map(([id, plan]) => {
      const step = plan[0]?.steps[0];
      const isAll = step?.notify.some(({ type }) => type === "all") ?? false;
      const named = new Set([
        ...(step ? idsOf(step, "user") : []),
        ...(step ? idsOf(step, "schedule").flatMap((scheduleId) => onCall.get(scheduleId) ?? []) : []),
      ]);
      const people = members.filter((member) => isAll || named.has(member.id)).slice(0, PEOPLE_MAX);
      return [id, { id, name: plan[0]?.name ?? "", people }];
    }),
  );
}

const listMemberNames = (db: Db, orgId: OrgId) =>
  db.rows<{ id: string; name: string }>(sql`
    select p.id, p.name from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} order by p.name, p.id`);
