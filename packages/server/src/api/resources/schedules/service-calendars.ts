import { hash, randomBytes } from "node:crypto";
import type { CalendarState, CalendarUrl } from "@vedette/contract/on-call/on-call.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import {
  deletePersonCalendar,
  hasPersonCalendar,
  putPersonCalendar,
  setScheduleToken,
} from "../../../pipeline/on-call/schedules/calendar-queries.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { getScheduleForUpdate, scheduleTarget } from "./service.ts";

/** The secret URLs of calendars. Only the SHA-256 of a token is stored. */

type UrlContext = AuditContext & { serverUrl: string };

const TOKEN_BYTES = 24;

/** The path of calendars; a token and `.ics` follow. */
export const CALENDAR_PATH = "/calendars/on-call/";

/** A slow hash adds no protection to a token that cannot be guessed. */
export function hashCalendarToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Creates the URL, or replaces it: the previous one returns 404 from now on. */
export async function createScheduleCalendar(ctx: UrlContext, id: string): Promise<CalendarUrl> {
  const schedule = await getScheduleForUpdate(ctx, id);
  const token = newToken();
  const tokenHash = hashCalendarToken(token);
  await setScheduleToken(ctx.db, ctx.orgId, { scheduleId: schedule.id, tokenHash });
  await audit(ctx, { action: "schedule.create_calendar", target: scheduleTarget(id) });
  return { url: urlOf(ctx, token) };
}

export async function removeScheduleCalendar(ctx: AuditContext, id: string): Promise<void> {
  const schedule = await getScheduleForUpdate(ctx, id);
  if (!schedule.has_calendar) throw notFound("calendar");
  await setScheduleToken(ctx.db, ctx.orgId, { scheduleId: id, tokenHash: null });
  await audit(ctx, { action: "schedule.delete_calendar", target: scheduleTarget(id) });
}

export async function getOwnCalendar(ctx: AuditContext): Promise<CalendarState> {
  return { has_calendar: await hasPersonCalendar(ctx.db, ownerOf(ctx)) };
}

export async function createOwnCalendar(ctx: UrlContext): Promise<CalendarUrl> {
  const owner = ownerOf(ctx);
  const token = newToken();
  const now = new Date(ctx.clock.now());
  await putPersonCalendar(ctx.db, { ...owner, tokenHash: hashCalendarToken(token), now });
  const target = { type: "person_calendar", id: owner.personId } as const;
  await audit(ctx, { action: "person_calendar.create", target });
  return { url: urlOf(ctx, token) };
}

/** Returns the id of the person. */
export async function removeOwnCalendar(ctx: AuditContext): Promise<string> {
  const owner = ownerOf(ctx);
  if ((await deletePersonCalendar(ctx.db, owner)) === 0) throw notFound("calendar");
  const target = { type: "person_calendar", id: owner.personId } as const;
  await audit(ctx, { action: "person_calendar.delete", target });
  return owner.personId;
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

function urlOf({ serverUrl }: UrlContext, token: string): string {
  return `${serverUrl}${CALENDAR_PATH}${token}.ics`;
}

function ownerOf({ actor, orgId }: AuditContext) {
  if (actor.kind === "key")
    throw new AppError("FORBIDDEN", "An API key has no calendar. Sign in to the dashboard to create yours.");
  return { orgId, personId: actor.personId };
}
