import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { ScheduleCreate, ScheduleLayer } from "@vedette/contract/on-call/schedules.ts";
import { newId } from "../../../platform/kernel/ids.ts";

type LayerInputs = ScheduleCreate["layers"];

/** Gives each new layer an id. A layer keeps its id only if it is one of the schedule. */
export function toLayers(
  inputs: LayerInputs,
  { before, nowMs }: { before: readonly ScheduleLayer[]; nowMs: number },
): ScheduleLayer[] {
  const known = new Set(before.map(({ id }) => id));
  return inputs.map(({ id, ends_at, ...layer }) => {
    const isKnown = id !== undefined && known.delete(id);
    return { ...layer, id: isKnown ? id : newId(nowMs), ends_at: ends_at ?? null };
  });
}

/** Reports people who are not members, apart from those that the schedule had before. */
export function peopleErrors(
  inputs: LayerInputs,
  { before, members }: { before: readonly ScheduleLayer[]; members: ReadonlyMap<string, unknown> },
): ErrorDetail[] {
  const stored = new Set(before.flatMap(({ people }) => people));
  return inputs.flatMap(({ people }, layer) =>
    people.flatMap((id, index) =>
      members.has(id) || stored.has(id)
        ? []
        : [
            {
              path: `layers.${layer}.people.${index}`,
              message: `is '${id}', which is not the ID of a person who is a member`,
            },
          ],
    ),
  );
}
