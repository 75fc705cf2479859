import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { findDueReport, insertReportDeliveries, insertReportRun, setNextReport } from "../queries.ts";
import { readRecipientAddresses } from "../recipient-addresses.ts";
import type { ReportRow } from "../report-definition.ts";
import { lastPeriod, nextReportAt } from "../report-period.ts";

/** Reports of one run of the job; the next run, a minute later, goes on. */
const REPORTS_AT_ONCE = 100;

/**
 * Creates a run with its deliveries for each report that is due. Both and the next time are written in one transaction, and a
 * unique key allows one run a period: a report is sent once, also if the process ends at any time. After an outage only the
 * newest report that was missed is sent.
 */
export async function createDueRuns(
  { database, clock }: { database: Database; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  for (let count = 0; count < REPORTS_AT_ONCE && !signal.aborted; count++)
    if (!(await database.transaction((db) => createDueRun(db, clock.now())))) return;
}

async function createDueRun(db: Db, nowMs: number): Promise<boolean> {
  const now = new Date(nowMs);
  const report = await findDueReport(db, now);
  if (report === null) return false;
  await setNextReport(db, { id: report.id, nextAt: new Date(nextReportAt(report, nowMs)) });
  const addresses = await readRecipientAddresses(db, report.org_id, report.recipients);
  const emails = [...new Set(addresses.flatMap(({ email }) => email ?? []))];
  if (emails.length === 0) return true;
  const run = { id: newId(nowMs), report, trigger: "schedule", range: dueRange(report, nowMs), now } as const;
  if ((await insertReportRun(db, run)) > 0) await insertReportDeliveries(db, { runId: run.id, emails, now });
  return true;
}

/** The period of the newest time that is due, which may be later than the first one that was missed. */
function dueRange(report: ReportRow, nowMs: number) {
  let dueMs = report.next_at.getTime();
  for (let next = nextReportAt(report, dueMs); next <= nowMs; next = nextReportAt(report, dueMs))
    dueMs = next;
  return lastPeriod(report, dueMs);
}
