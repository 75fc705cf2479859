import type { ScheduleImport } from "@vedette/contract/on-call/schedule-import.ts";
import { overrideCreate } from "@vedette/contract/on-call/schedule-overrides.ts";
import { type ScheduleCreate, scheduleCreate } from "@vedette/contract/on-call/schedules.ts";
import { computeShifts } from "@vedette/contract/on-call/shifts/compute-shifts.ts";
import type { AuditContext } from "../../../../pipeline/audit/audit.ts";
import { listAllSchedules } from "../../../../pipeline/on-call/schedules/schedule-queries.ts";
import type { ImportedSchedule, ImportProblem } from "../../../importing/on-call/imported-schedules.ts";
import { toLayers } from "../layer-input.ts";
import { createOverride } from "../overrides.ts";
import { createSchedule } from "../service.ts";

export type ImportInput = {
  mode: ScheduleImport["mode"];
  /** Problems are added to it. */
  problems: ImportProblem[];
  /** The ID of a member, or null. */
  idOf(email: string): string | null;
};

export type MadeSchedules = {
  schedules: ScheduleImport["schedules"];
  /** IDs by those of the other tool; in a plan and for what was not made they are those of no schedule. */
  ids: ReadonlyMap<string, string | null>;
};

/** Creates the schedules, or returns what it would create. */
export async function makeSchedules(
  ctx: AuditContext,
  input: ImportInput & { schedules: readonly ImportedSchedule[] },
): Promise<MadeSchedules> {
  const existing = new Map((await listAllSchedules(ctx.db, ctx.orgId)).map(({ id, name }) => [name, id]));
  const ids = new Map<string, string | null>();
  const made: ScheduleImport["schedules"] = [];
  for (const schedule of input.schedules) {
    const item = `Schedule ${schedule.name}`;
    if (existing.has(schedule.name)) {
      input.problems.push({ item, reason: "is left out: a schedule with this name exists" });
      ids.set(schedule.sourceId, existing.get(schedule.name) ?? null);
      continue;
    }
    const body = toBody(schedule, input);
    if (body === null) continue;
    const id = input.mode === "plan" ? null : (await createSchedule(ctx, body)).id;
    const overrides = await makeOverrides(ctx, { ...input, schedule, id });
    existing.set(schedule.name, id ?? "");
    ids.set(schedule.sourceId, id);
    const layers = body.layers.map(({ name }) => name);
    made.push({ id, name: body.name, timezone: schedule.timezone, layers, overrides });
  }
  return { schedules: made, ids };
}

function toBody(schedule: ImportedSchedule, { idOf, problems }: ImportInput): ScheduleCreate | null {
  const item = `Schedule ${schedule.name}`;
  const layers = schedule.layers.map((layer) => ({
    ...layer,
    people: layer.people.map(idOf).filter((id) => id !== null),
  }));
  for (const { name, people } of layers) {
    if (people.length === 0)
      problems.push({ item, reason: `layer '${name}' has no one: none of its people is a member` });
  }
  const { name, description, timezone } = schedule;
  const { data, error } = scheduleCreate.safeParse({ name, description, timezone, layers });
  if (!data) {
    const issue = error.issues[0];
    problems.push({ item, reason: `is left out: ${issue?.path.join(".")} ${issue?.message}` });
    return null;
  }
  const both = overlappingLayers(schedule, data);
  if (both)
    problems.push({
      item,
      reason:
        `layers '${both[0]}' and '${both[1]}' have someone at the same time; here only '${both[1]}' is on call then. ` +
        "Use a schedule for each to notify both",
    });
  return data;
}

/** Rotations of Opsgenie are on call at the same time; a week at the latest start shows whether some are. */
function overlappingLayers(
  { timezone }: ImportedSchedule,
  { layers }: ScheduleCreate,
): [string, string] | null {
  const fromMs = Math.max(...layers.map(({ starts_at }) => Date.parse(`${starts_at}Z`))) + 2 * DAY_MS;
  if (layers.length < 2) return null;
  const stored = toLayers(layers, { before: [], nowMs: fromMs });
  const range = { fromMs, toMs: fromMs + 7 * DAY_MS };
  const result = computeShifts({ timezone, layers: stored, overrides: [], members: null, ...range });
  for (const [index, lower] of result.layers.entries()) {
    for (const [offset, upper] of result.layers.slice(index + 1).entries()) {
      const isBoth = lower.shifts.some((a) =>
        upper.shifts.some((b) => a.fromMs < b.toMs && b.fromMs < a.toMs),
      );
      const names = [stored[index]?.name, stored[index + 1 + offset]?.name];
      if (isBoth) return [names[0] ?? "", names[1] ?? ""];
    }
  }
  return null;
}

const DAY_MS = 86_400_000;

/** Creates the overrides that have not ended, and returns their number. */
async function makeOverrides(
  ctx: AuditContext,
  {
    schedule,
    id,
    idOf,
    problems,
  }: Pick<ImportInput, "idOf" | "problems"> & { schedule: ImportedSchedule; id: string | null },
): Promise<number> {
  const item = `Schedule ${schedule.name}`;
  const open = schedule.overrides.filter(({ to }) => to.getTime() > ctx.clock.now());
  let made = 0;
  for (const { email, from, to } of open) {
    const personId = idOf(email);
    const times = [from, to].map((time) => (Number.isNaN(time.getTime()) ? "" : time.toISOString()));
    const { data } = overrideCreate.safeParse({ person_id: personId ?? "", from: times[0], to: times[1] });
    if (personId === null || !data) {
      problems.push({ item, reason: `the override of ${email} is left out: they are not a member` });
      continue;
    }
    if (id !== null) await createOverride(ctx, { scheduleId: id, input: data });
    made += 1;
  }
  return made;
}
