import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { CalendarState, CalendarUrl, OnCall, onCallQuery } from "./on-call.ts";
import type { ScheduleImport, scheduleImportBody } from "./schedule-import.ts";
import type { overrideCreate, overrideListQuery, ScheduleOverride } from "./schedule-overrides.ts";
import type {
  Schedule,
  ShiftsView,
  scheduleCreate,
  scheduleListQuery,
  scheduleUpdate,
  shiftQuery,
} from "./schedules.ts";

/** On-call schedules, and who is on call. */
export type ScheduleEndpoints = {
  "GET /api/v1/schedules": { query: typeof scheduleListQuery; response: ListOf<Schedule> };
  "POST /api/v1/schedules": { body: typeof scheduleCreate; response: Success<Schedule> };
  "POST /api/v1/schedules/import": { body: typeof scheduleImportBody; response: Success<ScheduleImport> };
  "GET /api/v1/schedules/{id}": { response: Success<Schedule> };
  "PUT /api/v1/schedules/{id}": { body: typeof scheduleUpdate; response: Success<Schedule> };
  "DELETE /api/v1/schedules/{id}": { response: Success<Deleted> };
  "GET /api/v1/schedules/{id}/shifts": { query: typeof shiftQuery; response: Success<ShiftsView> };
  "GET /api/v1/schedules/{id}/overrides": {
    query: typeof overrideListQuery;
    response: ListOf<ScheduleOverride>;
  };
  "POST /api/v1/schedules/{id}/overrides": {
    body: typeof overrideCreate;
    response: Success<ScheduleOverride>;
  };
  "DELETE /api/v1/schedules/{id}/overrides/{override_id}": { response: Success<Deleted> };
  "POST /api/v1/schedules/{id}/calendar": { response: Success<CalendarUrl> };
  "DELETE /api/v1/schedules/{id}/calendar": { response: Success<Deleted> };
  "GET /api/v1/on-call": { query: typeof onCallQuery; response: ListOf<OnCall> };
  "GET /api/v1/on-call/calendar": { response: Success<CalendarState> };
  "POST /api/v1/on-call/calendar": { response: Success<CalendarUrl> };
  "DELETE /api/v1/on-call/calendar": { response: Success<Deleted> };
};
