import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { PageOutcome } from "@vedette/contract/on-call/pages.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PlannedRule } from "./plan-notifications.ts";

/*
 * Pages are written for all organizations at once. Unlike other statements, these therefore do not always start with an
 * organization id: rows of people are found by organization and person together.
 */

export type PersonKey = { orgId: OrgId; personId: string };

/** A person as a page needs them. Absent: not a member. */
export type PagedPersonRow = {
  org_id: OrgId;
  person_id: string;
  /** Verified methods that accept messages. */
  methods: { id: string; type: ContactMethodType }[];
  rules: PlannedRule[];
};

/** The members among these people, with their usable methods and their rules. */
export const listPagedPeople = (db: Db, people: readonly PersonKey[]) =>
  db.rows<PagedPersonRow>(sql`
    select m.org_id, m.person_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type) order by c.created_at, c.type, c.id)
        from contact_method c where c.org_id = m.org_id and c.person_id = m.person_id
          and c.verified_at is not null and c.failed_at is null), '[]') as methods,
      coalesce((select jsonb_agg(jsonb_build_object('method_id', r.method_id, 'severity', r.severity,
          'after_seconds', r.after_seconds) order by r.position)
        from notification_rule r join contact_method c on c.id = r.method_id
        where c.org_id = m.org_id and c.person_id = m.person_id), '[]') as rules
    from membership m
    where (m.org_id, m.person_id) in (select * from unnest(
      ${textArray(people.map(({ orgId }) => orgId))}::uuid[], ${textArray(people.map(({ personId }) => personId))}::uuid[]))`);

export type NewPageRow = {
  id: string;
  org_id: OrgId;
  person_id: string;
  alert_id: string | null;
  escalation_id: string;
  step: number;
  round: number;
  is_drill: boolean;
  outcome: PageOutcome;
  reply_code: string;
};

/** Returns the IDs of those that were inserted: not of pages that exist already. */
export const insertPages = (db: Db, rows: readonly NewPageRow[], now: Date) =>
  db.rows<{ id: string }>(sql`
    insert into page (id, org_id, person_id, alert_id, escalation_id, step, round, is_drill, outcome, reply_code,
      created_at)
    select n.*, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, org_id uuid,
      person_id uuid, alert_id uuid, escalation_id uuid, step smallint, round smallint, is_drill boolean, outcome text,
      reply_code text)
    on conflict (escalation_id, round, step, person_id) do nothing returning id`);

type PageKey = Pick<NewPageRow, "escalation_id" | "round" | "step" | "person_id">;

/** What became of pages that exist already. */
export const listPageOutcomes = (db: Db, keys: readonly PageKey[]) =>
  db.rows<PageKey & { outcome: PageOutcome }>(sql`
    select p.escalation_id, p.round, p.step, p.person_id, p.outcome from page p
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (escalation_id uuid, round smallint, step smallint,
      person_id uuid) using (escalation_id, round, step, person_id)`);

export const listSeverities = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ id: string; severity: Severity }>(sql`
    select id, severity from alert where id = any(${textArray(alertIds)}::uuid[])`);

/** The reply codes of the open pages of these people. */
export const listReplyCodes = (db: Db, people: readonly PersonKey[]) =>
  db.rows<{ org_id: string; person_id: string; reply_code: string }>(sql`
    select org_id, person_id, reply_code from page
    where ended_at is null and outcome = 'paged' and (org_id, person_id) in (select * from unnest(
      ${textArray(people.map(({ orgId }) => orgId))}::uuid[], ${textArray(people.map(({ personId }) => personId))}::uuid[]))`);

export type NewPageNotificationRow = {
  id: string;
  org_id: string;
  page_id: string;
  kind: "opened" | "acknowledged" | "resolved";
  method_id: string;
  method_type: ContactMethodType;
  by_name: string | null;
  after_seconds: number;
  due_at: Date;
};

export const insertPageNotifications = (db: Db, rows: readonly NewPageNotificationRow[], now: Date) =>
  db.run(sql`
    insert into page_notification (id, org_id, page_id, kind, method_id, method_type, by_name, after_seconds, due_at,
      created_at)
    select n.*, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, org_id uuid, page_id uuid,
      kind text, method_id uuid, method_type text, by_name text, after_seconds integer, due_at timestamptz)
    on conflict (page_id, kind, method_id, after_seconds) do nothing`);
