import { DURATION_SECONDS_MAX, DURATION_SECONDS_MIN } from "@vedette/contract/alerts/maintenance-windows.ts";
import { Temporal } from "temporal-polyfill";
import { cutText } from "../../building/clean-texts.ts";
import type { ImportBuilder } from "../../building/import-builder.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { isActive, type KumaContext, membersOf } from "../draft/kuma-context.ts";
import { columnNumber, columnText, idOf, readName } from "../draft/row-values.ts";
import type { MadeTargets } from "../targets/map-targets.ts";
import { recurrenceOf } from "./recurrence.ts";

/** Maintenances, as maintenance windows. Start and end are local times of the row's time zone. */

const ANNOUNCEMENT_LENGTH_MAX = 5_000;
const SELECTOR_TARGETS_MAX = 500;
/** The first occurrence is searched in so many days: a day of the month may be 31, of a month in a year. */
const SEARCH_DAYS = 800;

type Links = { monitors: readonly KumaRow[]; pages: readonly KumaRow[] };
type Made = { targets: MadeTargets; pages: ReadonlyMap<number, string> };
type Times = { starts_at: string; duration_seconds: number; rrule?: string };

export function mapWindows(
  rows: readonly KumaRow[],
  links: Links,
  { context, made, builder }: { context: KumaContext; made: Made; builder: ImportBuilder },
): void {
  for (const row of rows) {
    const key = `maintenance-${idOf(row)}`;
    const { name, reasons } = readName(columnText(row, "title"), key);
    const targets = targetsOf(row, links, { context, made });
    const timezone = timezoneOf(row, context);
    const times = isActive(row)
      ? timesOf(row, { timezone, asOfMs: context.asOfMs, reasons })
      : "It is not active in Uptime Kuma.";
    // Without targets a window would cover the whole organization.
    const problem = typeof times === "string" ? times : targetsError(targets);
    if (problem !== null || typeof times === "string") {
      builder.notMade({ kind: "maintenance_window", key, name, reasons: [problem ?? ""] });
      continue;
    }
    const announcement = cutText(columnText(row, "description"), ANNOUNCEMENT_LENGTH_MAX);
    const showOn = pagesOf(row, links, made);
    const fields = {
      mode: "pause",
      timezone,
      ...times,
      on: { targets },
      ...(showOn.length > 0 && { show_on: showOn }),
      ...(announcement !== "" && { announcement }),
    };
    builder.add({ kind: "maintenance_window", key, name, fields, reasons });
  }
}

function targetsError(targets: readonly unknown[]): string | null {
  if (targets.length === 0) return "None of its monitors is made, and a window needs targets.";
  return targets.length > SELECTOR_TARGETS_MAX ? `It has more than ${SELECTOR_TARGETS_MAX} monitors.` : null;
}

function timezoneOf(row: KumaRow, context: KumaContext): string {
  const own = columnText(row, "timezone");
  return own === "" || own === "SAME_AS_SERVER" ? context.timezone : own;
}

/** A maintenance of a group covers its members. */
function targetsOf(
  row: KumaRow,
  { monitors }: Links,
  { context, made }: { context: KumaContext; made: Made },
): { kind: string; key: string }[] {
  const ids = monitors
    .filter((link) => idOf(link, "maintenance_id") === idOf(row))
    .map((link) => idOf(link, "monitor_id"));
  const all = ids.flatMap((id) => [id, ...membersOf(context, id).map((member) => idOf(member))]);
  return [...new Set(all)].flatMap((id) => {
    const target = made.targets.get(id);
    return target === undefined ? [] : { kind: target.kind, key: target.key };
  });
}

function pagesOf(row: KumaRow, { pages }: Links, made: Made): string[] {
  const keys = pages
    .filter((link) => idOf(link, "maintenance_id") === idOf(row))
    .flatMap((link) => made.pages.get(idOf(link, "status_page_id")) ?? []);
  return [...new Set(keys)];
}

type Clock = { timezone: string; asOfMs: number; reasons: string[] };

/** Returns the times of a window, or why it has none, as a sentence. */
function timesOf(row: KumaRow, clock: Clock): Times | string {
  try {
    const strategy = columnText(row, "strategy");
    if (strategy === "single") return singleTimes(row, clock);
    if (strategy === "manual") return manualTimes(clock);
    return recurringTimes(row, clock);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "Its start, its end or its time zone is not valid.";
  }
}

const localTime = (text: string): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from(text.trim().replace(" ", "T"));
const localText = (time: Temporal.PlainDateTime): string => time.toString({ smallestUnit: "second" });

function singleTimes(row: KumaRow, clock: Clock): Times | string {
  const start = localTime(columnText(row, "start_date"));
  const end = localTime(columnText(row, "end_date"));
  const startMs = start.toZonedDateTime(clock.timezone).epochMilliseconds;
  const endMs = end.toZonedDateTime(clock.timezone).epochMilliseconds;
  return withDuration({ starts_at: localText(start) }, (endMs - startMs) / 1_000, clock);
}

/** It is switched on and off by hand, so its end is not known. */
function manualTimes(clock: Clock): Times | string {
  const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(clock.asOfMs / 60_000) * 60_000);
  clock.reasons.push("It has no end in Uptime Kuma; it ends after 30 days, or when it is ended by hand.");
  return withDuration({ starts_at: start.toString() }, DURATION_SECONDS_MAX, clock);
}

function recurringTimes(row: KumaRow, clock: Clock): Times | string {
  const recurrence = recurrenceOf(row);
  if (typeof recurrence === "string") return recurrence;
  const { hour, minute, matches } = recurrence;
  let day = firstDay(row, clock);
  for (let searched = 0; !matches(day); searched += 1) {
    if (searched > SEARCH_DAYS) return "It never occurs.";
    day = day.add({ days: 1 });
  }
  const starts_at = localText(day.toPlainDateTime({ hour, minute }));
  const end = columnText(row, "end_date").trim();
  const rrule = end === "" ? recurrence.rrule : `${recurrence.rrule};UNTIL=${untilOf(end, clock.timezone)}`;
  return withDuration({ starts_at, rrule }, durationOf(row), clock);
}

/** The start of the validity; without one, the newest day that the file knows. */
function firstDay(row: KumaRow, { timezone, asOfMs, reasons }: Clock): Temporal.PlainDate {
  const last = columnText(row, "last_start_date").trim();
  const start = columnText(row, "start_date").trim();
  const isInterval =
    columnText(row, "strategy") === "recurring-interval" && (columnNumber(row, "interval_day") ?? 1) > 1;
  if (isInterval && last !== "") return localTime(last).toPlainDate();
  if (start !== "") return localTime(start).toPlainDate();
  if (isInterval) reasons.push("Its first day is not known; check on which days it occurs.");
  return Temporal.Instant.fromEpochMilliseconds(asOfMs).toZonedDateTimeISO(timezone).toPlainDate();
}

function untilOf(end: string, timezone: string): string {
  const instant = localTime(end).toZonedDateTime(timezone).toInstant();
  return instant.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
}

/** Seconds. Without a stored duration it is the time from start to end, over midnight if the end is earlier. */
function durationOf(row: KumaRow): number {
  const stored = columnNumber(row, "duration");
  if (stored !== null && stored > 0) return stored;
  const minutes = (column: string): number => {
    const [, hour = "0", minute = "0"] = /^(\d{1,2}):(\d{2})/.exec(columnText(row, column)) ?? [];
    return Number(hour) * 60 + Number(minute);
  };
  const difference = minutes("end_time") - minutes("start_time");
  return (difference > 0 ? difference : difference + 1_440) * 60;
}

function withDuration(times: Omit<Times, "duration_seconds">, seconds: number, clock: Clock): Times | string {
  if (!(seconds > 0)) return "Its end is not after its start.";
  const limited = Math.round(Math.min(Math.max(seconds, DURATION_SECONDS_MIN), DURATION_SECONDS_MAX));
  if (limited !== seconds) clock.reasons.push(`Its duration of ${seconds} s is changed to ${limited} s.`);
  return { ...times, duration_seconds: limited };
}
