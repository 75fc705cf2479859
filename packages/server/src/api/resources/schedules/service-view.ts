import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import type { SchedulePersonRow, ScheduleRow } from "../../../pipeline/on-call/schedules/schedule-queries.ts";

/** Converts a row to the API representation. */
export function toSchedule(row: ScheduleRow, people: ReadonlyMap<string, SchedulePersonRow>): Schedule {
  const ids = [...new Set(row.layers.flatMap((layer) => layer.people))];
  return {
    ...row,
    layers: row.layers.map((layer) => ({
      ...layer,
      people: [...layer.people],
      restrictions: [...layer.restrictions],
    })),
    people: ids
      .map((id) => people.get(id))
      .filter((person) => person !== undefined)
      .map(toSchedulePerson),
    warnings: scheduleWarnings(row, people),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toSchedulePerson({ id, name }: SchedulePersonRow) {
  return { id, name };
}

/** What an owner should change in a schedule. */
export function scheduleWarnings(
  { layers }: Pick<ScheduleRow, "layers">,
  people: ReadonlyMap<string, unknown>,
): string[] {
  if (layers.length === 0) return ["The schedule has no layer, so no one is on call."];
  return layers.flatMap(({ name, people: ids }) => {
    if (ids.length === 0) return [`Layer '${name}' has no people.`];
    const former = new Set(ids.filter((id) => !people.has(id))).size;
    if (former === 0) return [];
    const count =
      former === 1
        ? "1 person of this layer is no longer a member"
        : `${former} people of this layer are no longer members`;
    return [`Layer '${name}': ${count}. The next person takes their turns.`];
  });
}
