import { z } from "zod";
import { instantSchema, timestamp, wholeNumberOf } from "../common/paging.ts";
import { MISSED_REASONS } from "../targets/observed/missed-checks.ts";

/** How well Vedette itself worked, by day. */

export const SERVICE_HEALTH_DAYS_DEFAULT = 30;
/** Delays of checks are stored for this long. */
export const SERVICE_HEALTH_DAYS_MAX = 90;
export const INTERRUPTIONS_SHOWN_MAX = 20;
export const BACKUPS_SHOWN_MAX = 20;

export const serviceHealthQuery = z.strictObject({
  days: z
    .string()
    .regex(/^[0-9]{1,3}$/, `must be a whole number from 1 to ${SERVICE_HEALTH_DAYS_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(SERVICE_HEALTH_DAYS_MAX))
    .optional()
    .meta({
      description: `Number of days until \`to\`, 1 to ${SERVICE_HEALTH_DAYS_MAX}; default: ${SERVICE_HEALTH_DAYS_DEFAULT}. Not with \`from\``,
      ...wholeNumberOf(1, SERVICE_HEALTH_DAYS_MAX),
    }),
  from: instantSchema.optional().meta({
    description: `The days that overlap the time from here to \`to\`; at most ${SERVICE_HEALTH_DAYS_MAX}`,
  }),
  to: instantSchema.optional().meta({ description: "Default: now" }),
  org_id: z.string().optional(),
});
export type ServiceHealthQuery = z.output<typeof serviceHealthQuery>;

export const INTERRUPTION_REASONS = ["stopped", "crashed", "stalled", "clock"] as const;

const daySchema = z.object({
  date: z.string().meta({ description: "YYYY-MM-DD" }),
  from: timestamp,
  to: timestamp.meta({ description: "End of the day; for today this is in the future" }),
  interrupted_seconds: z.number().meta({
    description: "Time in which no process scheduled checks, on the whole installation",
  }),
  interruptions: z
    .array(
      z.object({
        reason: z.enum(INTERRUPTION_REASONS).meta({
          description:
            "`stopped` on request, `crashed`, `stalled`: the system did not run the process, `clock`: the clock jumped forward",
        }),
        from: timestamp,
        to: timestamp,
        seconds: z.number(),
      }),
    )
    .meta({ description: `The longest ${INTERRUPTIONS_SHOWN_MAX} that overlap the day, in order` }),
  starts: z.number().meta({ description: "Number of processes that started to schedule checks" }),
  missed: z.array(z.object({ reason: z.string(), checks: z.number() })).meta({
    description: `Missed checks of the organization by reason (${MISSED_REASONS.join(", ")}), the most frequent first`,
  }),
  check_delay: z.object({ checks: z.number(), p99_ms: z.number(), max_ms: z.number() }).nullable().meta({
    description:
      "How late scheduled checks of the organization started, p99 within 1 %; of hours that have ended. Null without any",
  }),
  delivery: z.object({ notifications: z.number(), p50_ms: z.number(), p99_ms: z.number() }).nullable().meta({
    description:
      "Time from the cause of a notification of the organization until the receiver accepted it; null without any",
  }),
  self_checks: z
    .object({
      passed: z.number(),
      failed: z.number(),
      p99_ms: z.number().nullable().meta({ description: "From the request to the report" }),
    })
    .nullable()
    .meta({
      description:
        "Once a minute, each location of the server checks a host that cannot exist, and must find it down; null without any",
    }),
});

const backupsSchema = z.object({
  is_nightly: z.boolean().meta({ description: "Whether this installation makes backups at night" }),
  last_at: timestamp.nullable().meta({ description: "Start of the last complete backup; null without any" }),
  last_bytes: z.number().nullable().meta({ description: "Its size" }),
  last_with_results: z.boolean().nullable().meta({ description: "Whether it contains each result" }),
  failed_at: timestamp.nullable().meta({
    description:
      "Start of the last backup that failed; null if a later one is complete. The log of the server says why",
  }),
  is_overdue: z.boolean().meta({
    description: "Whether backups are made at night and the last complete one is older than 48 hours",
  }),
  recent: z
    .array(
      z.object({
        at: timestamp.meta({ description: "When it started" }),
        trigger: z.enum(["nightly", "command"]),
        status: z.enum(["running", "succeeded", "failed"]),
        seconds: z.number().nullable().meta({ description: "How long it took; null while it runs" }),
        bytes: z.number().nullable().meta({ description: "Its size; null if it is not complete" }),
        with_results: z.boolean().meta({ description: "Whether it contains each result" }),
      }),
    )
    .meta({
      description: `The last ${BACKUPS_SHOWN_MAX} of 90 days, newest first. The list survives no restore, and backups may have been removed since`,
    }),
});

export const serviceHealthSchema = z
  .object({
    timezone: z.string().meta({ description: "Time zone of the organization, in which the days are" }),
    recorded_from: timestamp.nullable().meta({ description: "Since when interruptions are known" }),
    backups: backupsSchema.meta({ description: "Backups of the whole installation" }),
    days: z.array(daySchema).meta({ description: "Oldest first" }),
  })
  .meta({ id: "ServiceHealth" });
export type ServiceHealth = z.output<typeof serviceHealthSchema>;
export type BackupHealth = ServiceHealth["backups"];
export type RecentBackup = BackupHealth["recent"][number];
export type ServiceHealthDay = ServiceHealth["days"][number];
