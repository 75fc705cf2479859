import { z } from "zod";

/** The parts of responses of Opsgenie's API v2 that an import reads. Unknown fields are ignored. */

const LIST_MAX = 1_000;
const text = z.string().max(2_000);
const clock = { hour: z.number().int().min(0).max(24), minute: z.number().int().min(0).max(59) };
const times = z.object({
  startHour: clock.hour,
  startMin: clock.minute,
  endHour: clock.hour,
  endMin: clock.minute,
});

const recipient = z.object({
  type: text,
  id: text.nullish(),
  name: text.nullish(),
  username: text.nullish(),
});
export type OpsgenieRecipient = z.output<typeof recipient>;

export const opsgenieRotation = z.object({
  id: text.nullish(),
  name: text.nullish(),
  startDate: text,
  endDate: text.nullish(),
  type: z.enum(["hourly", "daily", "weekly"]),
  length: z.number().int().min(1).default(1),
  participants: z.array(recipient).max(LIST_MAX).default([]),
  timeRestriction: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("time-of-day"), restriction: times }),
      z.object({
        type: z.literal("weekday-and-time-of-day"),
        restrictions: z.array(times.extend({ startDay: text, endDay: text })).max(LIST_MAX),
      }),
    ])
    .nullish(),
});
export type OpsgenieRotation = z.output<typeof opsgenieRotation>;

export const opsgenieSchedule = z.object({
  id: text,
  name: text,
  description: text.nullish(),
  timezone: text,
  enabled: z.boolean().default(true),
  rotations: z.array(z.unknown()).max(LIST_MAX),
});

export const opsgenieEscalation = z.object({
  name: text,
  description: text.nullish(),
  rules: z
    .array(
      z.object({
        condition: text.default("if-not-acked"),
        notifyType: text.default("default"),
        delay: z.object({ timeAmount: z.number().min(0).default(0), timeUnit: text.default("minutes") }),
        recipient,
      }),
    )
    .max(LIST_MAX),
  repeat: z
    .object({ count: z.number().int().min(0).default(0), waitInterval: z.number().min(0).default(0) })
    .nullish(),
});
export type OpsgenieEscalation = z.output<typeof opsgenieEscalation>;

export const opsgenieOverride = z.object({
  alias: text,
  user: recipient,
  startDate: text,
  endDate: text,
  _parent: z.object({ id: text }).nullish(),
});

export const opsgenieUser = z.object({ id: text, username: text });
