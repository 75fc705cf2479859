import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findCalendar } from "../../resources/schedules/service-calendar-document.ts";
import { CALENDAR_PATH } from "../../resources/schedules/service-calendars.ts";

/** Calendars of on-call shifts, for programs that know nothing but the URL. */

export const CALENDAR_ROUTE = { method: "GET", url: `${CALENDAR_PATH}:file` } as const;

/** Programs ask once in some minutes. */
const REQUESTS_PER_MINUTE_OF_ADDRESS = 60;
const WINDOW_MS = 60_000;
/** Addresses whose requests are counted; older ones start over. */
const COUNTED_MAX = 10_000;
/** How long a program may keep the calendar. */
const FRESH_SECONDS = 300;
const FILE = /^([\w-]{32})\.ics$/;

export function serveCalendars(server: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  const count = server.createRateLimit({
    ...{ max: REQUESTS_PER_MINUTE_OF_ADDRESS, timeWindow: WINDOW_MS, cache: COUNTED_MAX },
    keyGenerator: ({ ip }) => ip,
  });
  server.route<{ Params: { file: string } }>({
    ...CALENDAR_ROUTE,
    config: { access: "public" },
    schema: { hide: true },
    async handler(request, reply) {
      const state = await count(request);
      if (!state.isAllowed && state.isExceeded)
        return reply.code(429).header("retry-after", state.ttlInSeconds).send("rate limited");
      const token = FILE.exec(request.params.file)?.[1];
      const text = token === undefined ? null : await findCalendar(db, { token, nowMs: clock.now() });
      if (text === null) return reply.code(404).type("text/plain; charset=utf-8").send("not found");
      return reply
        .headers({
          "content-type": "text/calendar; charset=utf-8",
          "content-disposition": 'inline; filename="on-call.ics"',
          "cache-control": `private, max-age=${FRESH_SECONDS}`,
          "x-robots-tag": "noindex",
        })
        .send(text);
    },
  });
}
