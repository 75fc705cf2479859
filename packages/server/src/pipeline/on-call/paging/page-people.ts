import { randomInt } from "node:crypto";
import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { PageOutcome } from "@vedette/contract/on-call/pages.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  insertPageNotifications,
  insertPages,
  listPagedPeople,
  listPageOutcomes,
  listReplyCodes,
  listSeverities,
  type NewPageNotificationRow,
  type NewPageRow,
  type PagedPersonRow,
} from "./paging-queries.ts";
import { planNotifications } from "./plan-notifications.ts";

/**
 * Pages: one person notified about one alert by one step of an escalation. Everything that is to be sent is written
 * here, in the transaction of the step; send-pages.ts sends it.
 */
export type NewPage = {
  orgId: OrgId;
  personId: string;
  /** Null for a fire drill. */
  alertId: string | null;
  escalationId: string;
  step: number;
  round: number;
  isDrill: boolean;
};

export type Paged = { personId: string; outcome: PageOutcome };

/**
 * Writes pages and their notifications; must run in a transaction. Returns what became of each page, in the order of the
 * arguments. A page that exists already is not written again, and its outcome is the earlier one.
 */
export async function pagePeople(
  db: Db,
  pages: readonly NewPage[],
  nowMs: number,
): Promise<readonly Paged[]> {
  if (pages.length === 0) return [];
  const facts = await readFacts(db, pages);
  const made = pages.map((page) => preparePage(page, facts, nowMs));
  const rows = [...new Map(made.map((each) => [keyOf(each.row), each])).values()];
  const inserted = new Set(
    (
      await insertPages(
        db,
        rows.map(({ row }) => row),
        new Date(nowMs),
      )
    ).map(({ id }) => id),
  );
  const notifications = rows.flatMap(({ row, notifications }) => (inserted.has(row.id) ? notifications : []));
  await insertPageNotifications(db, notifications, new Date(nowMs));
  await scheduleSends(db, notifications);
  const stored = await listPageOutcomes(
    db,
    rows.map(({ row }) => row),
  );
  const outcomes = new Map(stored.map((row) => [keyOf(row), row.outcome]));
  return made.map(({ row }) => ({
    personId: row.person_id,
    outcome: outcomes.get(keyOf(row)) ?? row.outcome,
  }));
}

type PagedAlertFacts = {
  people: ReadonlyMap<string, PagedPersonRow>;
  severities: ReadonlyMap<string, Severity>;
  /** Codes in use, by person. */
  codes: Map<string, Set<string>>;
};

async function readFacts(db: Db, pages: readonly NewPage[]): Promise<PagedAlertFacts> {
  const people = await listPagedPeople(db, pages);
  const alertIds = pages.flatMap(({ alertId }) => (alertId === null ? [] : [alertId]));
  const severities = await listSeverities(db, [...new Set(alertIds)]);
  const codes = Map.groupBy(await listReplyCodes(db, pages), (row) => `${row.org_id} ${row.person_id}`);
  return {
    people: new Map(people.map((row) => [`${row.org_id} ${row.person_id}`, row])),
    severities: new Map(severities.map(({ id, severity }) => [id, severity])),
    codes: new Map([...codes].map(([key, rows]) => [key, new Set(rows.map((row) => row.reply_code))])),
  };
}

function preparePage(page: NewPage, { people, severities, codes }: PagedAlertFacts, nowMs: number) {
  const { orgId, personId, alertId } = page;
  const person = people.get(`${orgId} ${personId}`);
  const severity = alertId === null ? "critical" : (severities.get(alertId) ?? "critical");
  const planned = person ? planNotifications({ ...person, severity }) : [];
  const outcome = person === undefined ? "not_member" : planned.length === 0 ? "unreachable" : "paged";
  const row: NewPageRow = {
    ...{ id: newId(nowMs), org_id: orgId, person_id: personId, alert_id: alertId },
    ...{ escalation_id: page.escalationId, step: page.step, round: page.round, is_drill: page.isDrill },
    ...{ outcome, reply_code: newReplyCode(codes, `${orgId} ${personId}`) },
  };
  const notifications = planned.map(
    ({ method, afterSeconds }): NewPageNotificationRow => ({
      ...{ id: newId(nowMs), org_id: orgId, page_id: row.id, kind: "opened", by_name: null },
      ...{ method_id: method.id, method_type: method.type, after_seconds: afterSeconds },
      due_at: new Date(nowMs + afterSeconds * 1_000),
    }),
  );
  return { row, notifications };
}

/** Attempts to find a code that no open page of the person has; then two alerts share one. */
const CODE_TRIES_MAX = 100;

/** Four digits. They need not be secret: a reply counts only from the number of the person. */
function newReplyCode(codes: Map<string, Set<string>>, person: string): string {
  const used = codes.get(person) ?? new Set();
  codes.set(person, used);
  let code = "";
  for (let attempt = 0; attempt < CODE_TRIES_MAX && (code === "" || used.has(code)); attempt++)
    code = String(randomInt(1_000, 10_000));
  used.add(code);
  return code;
}

function keyOf(row: Pick<NewPageRow, "escalation_id" | "round" | "step" | "person_id">): string {
  return `${row.escalation_id} ${row.round} ${row.step} ${row.person_id}`;
}

/** One job for each time; the job of each minute replaces one that is lost. */
export async function scheduleSends(db: Db, notifications: readonly { due_at: Date }[]): Promise<void> {
  const times = new Set(notifications.map(({ due_at: at }) => at.getTime()));
  for (const time of times)
    await sendJob(db, { name: "on_call.send_pages", data: {} }, { startAt: new Date(time) });
}
