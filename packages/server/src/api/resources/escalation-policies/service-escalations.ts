import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  Escalation,
  EscalationList,
  EscalationNotified,
  EscalationReceipt,
  EscalationTakenStep,
} from "@vedette/contract/on-call/escalations.ts";
import type { NotifiedEntry } from "../../../pipeline/on-call/escalations/escalation-rows.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import * as rows from "./escalation-queries.ts";

/** The escalations of an alert: their steps, who was chosen, and what became of it. */

type ReadContext = { db: Db; orgId: OrgId };

/** The newest; an alert that was acknowledged again and again has several. */
const ESCALATIONS_MAX = 20;

export async function listAlertEscalations(
  { db, orgId }: ReadContext,
  alertId: string,
): Promise<EscalationList> {
  const known = UUID_PATTERN.test(alertId) ? await rows.findAlertId(db, orgId, alertId) : null;
  if (known === null) throw notFound("alert");
  const escalations = await rows.listEscalationsOf(db, orgId, { alertId, limit: ESCALATIONS_MAX });
  return { escalations: await viewEscalations({ db, orgId }, escalations) };
}

/** The drills of a policy, newest first; `id` selects one. */
export function listDrillEscalations(
  { db, orgId }: ReadContext,
  wanted: { policyId: string; id: string | null; limit: number },
): Promise<rows.EscalationViewRow[]> {
  return rows.listDrillsOf(db, orgId, wanted);
}

/** Adds the steps of escalations and their receipts. */
export async function viewEscalations(
  { db, orgId }: ReadContext,
  escalations: readonly rows.EscalationViewRow[],
): Promise<Escalation[]> {
  if (escalations.length === 0) return [];
  const steps = await rows.listStepsOf(
    db,
    orgId,
    escalations.map(({ id }) => id),
  );
  const facts = await readFacts({ db, orgId }, { escalations, steps });
  const byEscalation = Map.groupBy(steps, ({ escalation_id: id }) => id);
  return escalations.map(({ started_at, ended_at, next_at, ...row }) => ({
    ...row,
    started_at: started_at.toISOString(),
    ended_at: instantOf(ended_at),
    next_step_at: row.state === "running" ? instantOf(next_at) : null,
    steps: (byEscalation.get(row.id) ?? []).map((step) => toStep(step, facts)),
  }));
}

type Facts = {
  names: ReadonlyMap<string, string>;
  /** By escalation, round, step and person. */
  pages: ReadonlyMap<string, readonly EscalationReceipt[]>;
  /** By channel and time of the step. */
  channels: ReadonlyMap<string, readonly EscalationReceipt[]>;
};

async function readFacts(
  { db, orgId }: ReadContext,
  {
    escalations,
    steps,
  }: { escalations: readonly rows.EscalationViewRow[]; steps: readonly rows.StepViewRow[] },
): Promise<Facts> {
  const entries = steps.flatMap(({ notified }) => notified);
  const ids = entries.flatMap(({ id, personId }) => [id, personId].filter((each) => each !== null));
  const names = await rows.listNamesOf(db, orgId, [...new Set(ids)]);
  const channelIds = entries.flatMap(({ type, id }) => (type === "channel" && id !== null ? [id] : []));
  const alertIds = [...new Set(escalations.flatMap((row) => row.alert_ids))];
  const drills = new Set(escalations.flatMap(({ id, is_drill: isDrill }) => (isDrill ? [id] : [])));
  const drillTimes = steps.flatMap(({ escalation_id: id, at }) => (drills.has(id) ? [at] : []));
  const sent =
    channelIds.length === 0
      ? []
      : await rows.listChannelReceipts(db, orgId, { alertIds, channelIds, drillTimes });
  const pages = await rows.listPageReceipts(
    db,
    orgId,
    escalations.map(({ id }) => id),
  );
  return {
    names: new Map(names.map(({ id, name }) => [id, name])),
    pages: groupReceipts(pages, pageKey),
    channels: groupReceipts(
      sent.map((row) => ({ ...row, status: row.status === "delivered" ? ("sent" as const) : row.status })),
      (row) => `${row.channel_id} ${row.created_at.getTime()}`,
    ),
  };
}

type ReceiptRow = Pick<EscalationReceipt, "type" | "status" | "error"> & {
  finished_at: Date | null;
  provider_id?: string | null;
};

function groupReceipts<Row extends ReceiptRow>(
  found: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, EscalationReceipt[]> {
  const groups = Map.groupBy(found, keyOf);
  return new Map(
    [...groups].map(([key, some]) => [
      key,
      some.map(({ type, status, finished_at: at, error, provider_id = null }) => ({
        ...{ type, status, at: instantOf(at), error, provider_id },
      })),
    ]),
  );
}

type PageOfStep = { escalation_id: string; round: number; step: number; person_id: string };

const pageKey = ({ escalation_id, round, step, person_id }: PageOfStep): string =>
  `${escalation_id} ${round} ${step} ${person_id}`;

function toStep(row: rows.StepViewRow, facts: Facts): EscalationTakenStep {
  const { policy_id, policy_name, round, step, at, outcome, reason, notified } = row;
  return {
    ...{ policy_id, policy_name, round: round + 1, step: step + 1, outcome, reason },
    at: at.toISOString(),
    notified: notified.map((entry) => toNotified(entry, row, facts)),
  };
}

function toNotified(
  { type, id, personId, outcome }: NotifiedEntry,
  step: rows.StepViewRow,
  { names, pages, channels }: Facts,
): EscalationNotified {
  const receipts =
    personId === null
      ? channels.get(`${id} ${step.at.getTime()}`)
      : pages.get(pageKey({ ...step, person_id: personId }));
  const name = names.get(personId ?? id ?? "") ?? null;
  return { type, id, name, person_id: personId, outcome, receipts: [...(receipts ?? [])] };
}

function instantOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
