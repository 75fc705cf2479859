import type { LayerRestriction, ScheduleLayerInput } from "@vedette/contract/on-call/schedules.ts";
import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";
import type { z } from "zod";
import type {
  Imported,
  ImportedPolicy,
  ImportedSchedule,
  ImportedTarget,
  ImportProblem,
} from "./imported-schedules.ts";
import { timeOf, toLocalDateTime, toRestrictions } from "./local-times.ts";
import {
  type PagerdutyLayer,
  type PagerdutyPolicy,
  type PagerdutyReference,
  type PagerdutySchedule,
  pagerdutyPolicy,
  pagerdutySchedule,
  pagerdutyUser,
} from "./pagerduty-shapes.ts";

type Context = { emailOf(user: PagerdutyReference): string | null; problems: ImportProblem[] };

/** Reads responses of PagerDuty's REST API v2: `GET /schedules/{id}`, `/escalation_policies` and `/users`. */
export function readPagerduty(documents: readonly unknown[]): Imported {
  const problems: ImportProblem[] = [];
  const users = new Map(
    itemsOf(documents, ["users", "user"]).flatMap((item) => {
      const user = pagerdutyUser.safeParse(item).data;
      return user ? [[user.id, user.email] as const] : [];
    }),
  );
  const context: Context = { emailOf: ({ id, email }) => email ?? users.get(id) ?? null, problems };
  const read = <T>(names: string[], shape: z.ZodType<T>): T[] =>
    itemsOf(documents, names).flatMap((item, index) => {
      const { data, error } = shape.safeParse(item);
      if (data !== undefined) return [data];
      const issue = error?.issues[0];
      const reason = `cannot be read: ${issue?.path.join(".")} ${issue?.message}`;
      problems.push({ item: `${names.at(-1)} ${index + 1}`, reason });
      return [];
    });
  const schedules = read(["schedules", "schedule"], pagerdutySchedule);
  const policies = read(["escalation_policies", "escalation_policy"], pagerdutyPolicy);
  return {
    schedules: schedules.map((schedule) => readSchedule(schedule, context)),
    policies: policies.map((policy) => readPolicy(policy, context)),
    problems,
  };
}

/** A response has one item or a list under its name. */
function itemsOf(documents: readonly unknown[], names: readonly string[]): unknown[] {
  return documents.flatMap((document) => {
    if (typeof document !== "object" || document === null) return [];
    const found = names.map((name) => (document as Record<string, unknown>)[name]).find((value) => value);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  });
}

function readSchedule(schedule: PagerdutySchedule, context: Context): ImportedSchedule {
  const { id, name, description, time_zone: timezone } = schedule;
  const entries = schedule.overrides_subschedule?.rendered_schedule_entries ?? [];
  return {
    ...{ sourceId: id, name, description: description ?? "", timezone },
    // PagerDuty lists the layer that wins first, and a schedule here lists it last.
    layers: schedule.schedule_layers
      .map((layer, index) => {
        const item = `Schedule ${name}, layer ${layer.name ?? index + 1}`;
        return toLayer(layer, { ...context, timezone, item });
      })
      .filter((layer) => layer !== null)
      .reverse(),
    overrides: entries.flatMap(({ start, end, user }) => {
      const email = context.emailOf(user);
      if (email !== null) return [{ email, from: new Date(start), to: new Date(end) }];
      const reason = `has an override of ${user.summary ?? user.id}, whose email address is not in these files`;
      context.problems.push({ item: `Schedule ${name}`, reason });
      return [];
    }),
  };
}

const UNITS = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
] as const;

function toLayer(
  layer: PagerdutyLayer,
  { timezone, item, problems, emailOf }: Context & { timezone: string; item: string },
): ScheduleLayerInput | null {
  const seconds = layer.rotation_turn_length_seconds;
  const unit = UNITS.find(([, length]) => seconds % length === 0);
  const startsAt = toLocalDateTime(layer.rotation_virtual_start, timezone);
  if (!unit || startsAt === null) {
    const reason = unit
      ? "has a start or a time zone that cannot be read"
      : `has turns of ${seconds} seconds; turns here are whole hours`;
    problems.push({ item, reason });
    return null;
  }
  const people = layer.users.flatMap(({ user }) => {
    const email = emailOf(user);
    if (email !== null) return [email];
    const who = user.summary ?? user.id;
    problems.push({ item, reason: `${who} is left out: these files do not contain their email address` });
    return [];
  });
  return {
    ...{ name: layer.name || "Layer", people, rotation: { unit: unit[0], every: seconds / unit[1] } },
    ...{ starts_at: startsAt, ends_at: layer.end ? toLocalDateTime(layer.end, timezone) : null },
    restrictions: layer.restrictions.flatMap(restrictionsOf),
  };
}

function restrictionsOf(restriction: PagerdutyLayer["restrictions"][number]): LayerRestriction[] {
  const { start_time_of_day: time, duration_seconds: seconds, start_day_of_week: day, type } = restriction;
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const minutes = Math.ceil(seconds / 60);
  if (type === "weekly_restriction") return toRestrictions({ day: (day ?? 1) - 1, minute, minutes });
  return [{ weekdays: [...WEEKDAYS], from: timeOf(minute), to: timeOf((minute + minutes) % 1_440) }];
}

/** A rule waits before the next rule; a step here waits before itself. */
function readPolicy(policy: PagerdutyPolicy, { emailOf, problems }: Context): ImportedPolicy {
  const rules = policy.escalation_rules;
  const waits = [0, ...rules.map((rule) => rule.escalation_delay_in_minutes * 60)];
  return {
    ...{ name: policy.name, description: policy.description ?? "" },
    ...{ repeatCount: Math.min(policy.num_loops, 9), repeatWaitSeconds: waits.at(-1) || null },
    steps: rules.map(({ targets }, index) => ({
      waitSeconds: waits[index] ?? 0,
      notify: targets.flatMap((target): ImportedTarget[] => {
        if (target.type?.startsWith("schedule")) return [{ type: "schedule", sourceId: target.id }];
        const email = target.type?.startsWith("user") ? emailOf(target) : null;
        if (email !== null) return [{ type: "user", email }];
        const reason = `rule ${index + 1} notifies ${target.summary ?? target.id}, who is not in these files`;
        problems.push({ item: `Policy ${policy.name}`, reason });
        return [];
      }),
    })),
  };
}
