import type { StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { NotifiedEntry } from "./escalation-rows.ts";
import { notifyStepChannels } from "./notify-step-channels.ts";
import type { ReachPeople } from "./reach-people.ts";
import { idsOf, type StepToTake } from "./step-to-take.ts";

/**
 * Takes one step of several escalations: chooses people and channels, and writes their pages and notifications in the
 * transaction of the caller.
 */

export type StepResult = { reached: boolean; notified: NotifiedEntry[] };

/** All members of an organization: a step reaches at most so many of them, those with the longest membership. */
const MEMBERS_MAX = 200;

type Chosen = { type: "user" | "schedule" | "all"; id: string | null; personId: string };

export async function takeSteps(
  db: Db,
  steps: readonly StepToTake[],
  { nowMs, reach }: { nowMs: number; reach: ReachPeople },
): Promise<ReadonlyMap<StepToTake, StepResult>> {
  const onCall = await onCallOf(db, steps, { nowMs, reach });
  const members = await membersOf(db, steps);
  const chosen = new Map(
    steps.map((step) => [
      step,
      peopleOf(step, { onCall, members: members.get(step.escalation.org_id) ?? [] }),
    ]),
  );
  const pages = [...chosen].flatMap(([{ escalation, alerts, round, step }, people]) =>
    people.map(({ personId }) => ({
      ...{ orgId: escalation.org_id, personId, escalationId: escalation.id, step, round },
      alertId: alerts[0]?.alert_id ?? null,
      isDrill: escalation.is_drill,
    })),
  );
  const outcomes = new Map<string, "paged" | "unreachable" | "not_member">();
  for (const [index, { personId, outcome }] of (await reach.pagePeople(db, pages, nowMs)).entries())
    outcomes.set(`${pages[index]?.escalationId} ${personId}`, outcome);
  const channels = await notifyStepChannels(db, steps, nowMs);
  return new Map(
    steps.map((step) => {
      const people = (chosen.get(step) ?? []).map((each): NotifiedEntry => {
        const outcome = outcomes.get(`${step.escalation.id} ${each.personId}`) ?? "unreachable";
        return { ...each, outcome };
      });
      const notified = [...people, ...emptySchedules(step, onCall), ...(channels.get(step) ?? [])];
      const reached = notified.some(({ outcome }) => outcome === "paged" || outcome === "notified");
      return [step, { reached, notified }];
    }),
  );
}

type OnCall = ReadonlyMap<string, readonly string[]>;

async function onCallOf(
  db: Db,
  steps: readonly StepToTake[],
  { nowMs, reach }: { nowMs: number; reach: ReachPeople },
): Promise<OnCall> {
  const onCall = new Map<string, readonly string[]>();
  for (const [orgId, some] of Map.groupBy(steps, ({ escalation }) => escalation.org_id)) {
    const scheduleIds = [...new Set(some.flatMap(({ definition }) => idsOf(definition, "schedule")))];
    if (scheduleIds.length === 0) continue;
    for (const [id, people] of await reach.whoIsOnCall(db, orgId, { scheduleIds, atMs: nowMs }))
      onCall.set(id, people);
  }
  return onCall;
}

async function membersOf(
  db: Db,
  steps: readonly StepToTake[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const orgIds = steps
    .filter(({ definition }) => definition.notify.some(({ type }) => type === "all"))
    .map(({ escalation }) => escalation.org_id);
  if (orgIds.length === 0) return new Map();
  const rows = await listMembersOf(db, [...new Set(orgIds)]);
  return new Map(rows.map(({ org_id, person_ids }) => [org_id, person_ids]));
}

/** Each person once, for the first target that names them. */
function peopleOf(
  { definition }: StepToTake,
  { onCall, members }: { onCall: OnCall; members: readonly string[] },
): Chosen[] {
  const all = definition.notify.flatMap((target) => namedBy(target, { onCall, members }));
  return all.filter(({ personId }, index) => all.findIndex((other) => other.personId === personId) === index);
}

function namedBy(
  target: StepTarget,
  { onCall, members }: { onCall: OnCall; members: readonly string[] },
): Chosen[] {
  if (target.type === "all") return members.map((personId) => ({ type: "all", id: null, personId }));
  const { type, id } = target;
  if (type === "user") return [{ type, id, personId: id }];
  if (type === "schedule") return (onCall.get(id) ?? []).map((personId) => ({ type, id, personId }));
  return [];
}

function emptySchedules({ definition }: StepToTake, onCall: OnCall): NotifiedEntry[] {
  return idsOf(definition, "schedule")
    .filter((id) => (onCall.get(id) ?? []).length === 0)
    .map((id) => ({ type: "schedule", id, personId: null, outcome: "nobody" }));
}

const listMembersOf = (db: Db, orgIds: readonly string[]) =>
  db.rows<{ org_id: string; person_ids: string[] }>(sql`
    select o.org_id, array(
      select m.person_id::text from membership m where m.org_id = o.org_id order by m.joined_at, m.id limit ${MEMBERS_MAX}
    ) as person_ids
    from unnest(${textArray(orgIds)}::uuid[]) as o (org_id)`);
