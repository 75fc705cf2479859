import type { LayerRestriction, ScheduleLayerInput } from "@vedette/contract/on-call/schedules.ts";
import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";
import type { Imported, ImportedSchedule, ImportProblem } from "./imported-schedules.ts";
import { timeOf, toLocalDateTime, toRestrictions } from "./local-times.ts";
import {
  type OpsgenieRecipient,
  type OpsgenieRotation,
  opsgenieEscalation,
  opsgenieOverride,
  opsgenieRotation,
  opsgenieSchedule,
  opsgenieUser,
} from "./opsgenie-shapes.ts";
import { readOpsgeniePolicy } from "./read-opsgenie-policy.ts";

/**
 * Reads responses of Opsgenie's API v2: `GET /v2/schedules?expand=rotation`, `/v2/schedules/{id}/overrides`,
 * `/v2/escalations` and `/v2/users`.
 */
export function readOpsgenie(documents: readonly unknown[]): Imported {
  const problems: ImportProblem[] = [];
  const items = documents.flatMap(dataOf);
  const users = new Map<string, string>();
  for (const item of items) {
    const user = opsgenieUser.safeParse(item).data;
    if (user) users.set(user.id, user.username);
  }
  const emailOf = ({ username, id }: OpsgenieRecipient) => username ?? users.get(id ?? "") ?? null;
  const schedules: ImportedSchedule[] = [];
  const imported: Imported = { schedules, policies: [], problems };
  for (const item of items) {
    const schedule = opsgenieSchedule.safeParse(item).data;
    if (schedule?.enabled === false)
      problems.push({ item: `Schedule ${schedule.name}`, reason: "is disabled, and is not imported" });
    else if (schedule) schedules.push(readSchedule(schedule, { emailOf, problems }));
    const escalation = opsgenieEscalation.safeParse(item).data;
    if (escalation) imported.policies.push(readOpsgeniePolicy(escalation, { emailOf, problems }));
  }
  for (const item of items) readOverride(item, { ...imported, emailOf });
  return imported;
}

/** A response has one item or a list in `data`. */
function dataOf(document: unknown): unknown[] {
  if (typeof document !== "object" || document === null || !("data" in document)) return [];
  return Array.isArray(document.data) ? document.data : [document.data];
}

export type OpsgenieContext = {
  emailOf(recipient: OpsgenieRecipient): string | null;
  problems: ImportProblem[];
};

function readSchedule(
  { id, name, description, timezone, rotations }: ReturnType<typeof opsgenieSchedule.parse>,
  { emailOf, problems }: OpsgenieContext,
): ImportedSchedule {
  const layers = rotations.flatMap((given, index) => {
    const item = `Schedule ${name}, rotation ${index + 1}`;
    const { data, error } = opsgenieRotation.safeParse(given);
    if (!data) {
      const issue = error.issues[0];
      problems.push({ item, reason: `cannot be read: ${issue?.path.join(".")} ${issue?.message}` });
      return [];
    }
    const layer = toLayer(data, { timezone, emailOf, problems, item, number: index + 1 });
    return layer === null ? [] : [layer];
  });
  return { sourceId: id, name, description: description ?? "", timezone, layers, overrides: [] };
}

type RotationContext = OpsgenieContext & { timezone: string; item: string; number: number };

const UNITS = { hourly: "hour", daily: "day", weekly: "week" } as const;

function toLayer(
  rotation: OpsgenieRotation,
  { timezone, emailOf, problems, item, number }: RotationContext,
): ScheduleLayerInput | null {
  const startsAt = toLocalDateTime(rotation.startDate, timezone);
  if (startsAt === null) {
    problems.push({ item, reason: "has a start or a time zone that cannot be read" });
    return null;
  }
  const people = rotation.participants.flatMap((participant) => {
    const email = participant.type === "user" ? emailOf(participant) : null;
    if (email !== null) return [email];
    const reason = `has a participant of type '${participant.type}', which is left out; only users take turns`;
    problems.push({ item, reason });
    return [];
  });
  return {
    name: rotation.name || `Rotation ${number}`,
    people,
    rotation: { unit: UNITS[rotation.type], every: rotation.length },
    starts_at: startsAt,
    ends_at: rotation.endDate ? toLocalDateTime(rotation.endDate, timezone) : null,
    restrictions: restrictionsOf(rotation.timeRestriction ?? null),
  };
}

function restrictionsOf(given: OpsgenieRotation["timeRestriction"] | null): LayerRestriction[] {
  if (!given) return [];
  if (given.type === "time-of-day") {
    const { startHour, startMin, endHour, endMin } = given.restriction;
    const [from, to] = [startHour * 60 + startMin, endHour * 60 + endMin].map((minute) => minute % 1_440);
    return [{ weekdays: [...WEEKDAYS], from: timeOf(from ?? 0), to: timeOf(to ?? 0) }];
  }
  return given.restrictions.flatMap(({ startDay, endDay, startHour, startMin, endHour, endMin }) => {
    const [first, last] = [startDay, endDay].map((day) =>
      WEEKDAYS.findIndex((name) => day.toLowerCase().startsWith(name)),
    );
    const start = (first ?? 0) * 1_440 + startHour * 60 + startMin;
    const end = (last ?? 0) * 1_440 + endHour * 60 + endMin;
    const minutes = end > start ? end - start : end - start + 7 * 1_440;
    return toRestrictions({ day: first ?? 0, minute: startHour * 60 + startMin, minutes });
  });
}

function readOverride(
  item: unknown,
  { schedules, problems, emailOf }: Pick<Imported, "schedules"> & OpsgenieContext,
): void {
  const override = opsgenieOverride.safeParse(item).data;
  if (!override) return;
  const schedule = schedules.find(({ sourceId }) => sourceId === override._parent?.id);
  const email = emailOf(override.user);
  const [from, to] = [new Date(override.startDate), new Date(override.endDate)];
  if (schedule && email !== null && from < to) schedule.overrides.push({ email, from, to });
  else
    problems.push({
      item: `Override ${override.alias}`,
      reason: "has no user, no valid times, or no schedule in these files",
    });
}
