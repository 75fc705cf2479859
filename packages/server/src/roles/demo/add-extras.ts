import { reportCreate } from "@vedette/contract/reports/reports.ts";
import { reportCreateFields } from "../../api/resources/reports/definition.ts";
import { saveReport } from "../../api/resources/reports/queries.ts";
import { insertMarker } from "../../pipeline/markers/queries.ts";
import { insertOverride } from "../../pipeline/on-call/schedules/override-queries.ts";
import { listAllSchedules } from "../../pipeline/on-call/schedules/schedule-queries.ts";
import { nextReportAt } from "../../pipeline/reports/report-period.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import { DEPLOYS, type SampleTime } from "./episodes.ts";
import { listSamplePeople, SAMPLE_ORG_ID } from "./queries.ts";
import { PRIMARY_SCHEDULE } from "./sample-on-call.ts";

/** What a document of monitoring as code has no section for: deploy markers, an override of a schedule, and reports. */

const HOUR_MS = 3_600_000;

/** Without recipients, a report is not sent. */
const REPORTS = [
  {
    ...{
      name: "Availability of the shop, monthly",
      selector: {},
      period: "month",
      goal: 99.5,
      recipients: [],
    },
    formats: ["html", "pdf"],
  },
  {
    ...{
      name: "Suppliers, weekly",
      selector: { tags: { any: ["supplier"] } },
      period: "week",
      recipients: [],
    },
    formats: ["html", "csv"],
  },
];

export async function addExtras(database: Database, time: SampleTime): Promise<void> {
  await database.transaction(async (db) => {
    await addMarkers(db, time);
    await addOverride(db, time);
    await addReports(db, time);
  });
}

async function addReports(db: Db, { startMs }: SampleTime): Promise<void> {
  const at = new Date(startMs);
  for (const report of REPORTS) {
    const fields = reportCreateFields(reportCreate.parse(report), { timezone: "Europe/Berlin" });
    const next_at = new Date(nextReportAt(fields, startMs));
    const dates = { next_at, created_at: at, updated_at: at };
    await saveReport(db, { ...fields, ...dates, id: newId(startMs), org_id: SAMPLE_ORG_ID });
  }
}

async function addMarkers(db: Db, { startMs }: SampleTime): Promise<void> {
  for (const { title, hoursBefore } of DEPLOYS) {
    const at = new Date(startMs - hoursBefore * HOUR_MS);
    await insertMarker(db, {
      ...{ id: newId(at.getTime()), org_id: SAMPLE_ORG_ID, at, title, url: null, tags: ["shop"] },
      ...{ selector: { tags: { any: ["shop"] } }, created_by: "demo", created_at: at },
    });
  }
}

/** Someone takes over for an evening, tomorrow. */
async function addOverride(db: Db, { startMs }: SampleTime): Promise<void> {
  const schedule = (await listAllSchedules(db, SAMPLE_ORG_ID)).find(({ name }) => name === PRIMARY_SCHEDULE);
  const [person] = await listSamplePeople(db);
  if (!schedule || !person) return;
  const startsMs = Math.ceil(startMs / HOUR_MS + 20) * HOUR_MS;
  await insertOverride(db, {
    ...{ id: newId(startMs), org_id: SAMPLE_ORG_ID, schedule_id: schedule.id, person_id: person.id },
    ...{ starts_at: new Date(startsMs), ends_at: new Date(startsMs + 6 * HOUR_MS) },
    ...{ created_by: person.id, created_at: new Date(startMs) },
  });
}
