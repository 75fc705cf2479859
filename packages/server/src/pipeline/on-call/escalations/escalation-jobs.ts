import type { JobHandlers } from "../../../platform/jobs/job-definitions.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Suppression } from "../../alerting/alerts/suppression.ts";
import { listOwnerAddresses } from "../../alerting/delivery/delivery-queries.ts";
import { alertMail } from "../../alerting/messages/alert-mail.ts";
import { describeMessage } from "../../alerting/messages/describe-message.ts";
import { advanceEscalations } from "./advance-escalations.ts";
import {
  claimEscalations,
  findWarnedOrganization,
  listOpenAlertsOf,
  postponeEscalations,
} from "./escalation-queries.ts";
import type { EscalationAlertRow } from "./escalation-rows.ts";
import { REACH_PEOPLE, type ReachPeople } from "./reach-people.ts";
import { settleStep } from "./settle-step.ts";

/** The background work of escalations. */

export type AdvanceDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  suppression: Suppression;
  reach?: ReachPeople;
};

/** Escalations in one transaction. */
const BATCH_MAX = 50;
/** Of escalations whose alerts are in maintenance, and of those that failed. */
const RETRY_MS = 60_000;

type EscalationJob =
  | "escalations.advance"
  | "escalations.overdue"
  | "escalations.settle_step"
  | "escalations.warn_owners";

export function escalationJobs(
  deps: AdvanceDeps & { mailer: Mailer; publicUrl: string },
): Pick<JobHandlers, EscalationJob> {
  const { database, clock, mailer, log, publicUrl } = deps;
  return {
    "escalations.advance": ({ signal }) => advanceDue(deps, { signal }),
    "escalations.overdue": ({ signal }) => advanceDue(deps, { signal }),
    "escalations.settle_step": ({ data }) => database.transaction((db) => settleStep(db, data, clock.now())),
    async "escalations.warn_owners"({ data }) {
      if (!mailer.isConfigured) return;
      const { orgId, title, text } = data;
      const organization = { id: orgId, name: await findWarnedOrganization(database, orgId) };
      const url = `${publicUrl}/escalation-policies`;
      const mail = alertMail({
        ...describeMessage({ id: orgId, organization, url, kind: "operator", title, text }),
        link: { label: "View escalation policies", url },
      });
      const owners = await listOwnerAddresses(database, orgId);
      const sent = await Promise.allSettled(owners.map(({ email: to }) => mailer.send({ to, ...mail })));
      for (const each of sent)
        if (each.status === "rejected") log.warn("escalations.owner_mail_failed", errorFacts(each.reason));
    },
  };
}

/** Takes the steps that are due. An escalation that fails is tried alone, and delays no other. */
export async function advanceDue(deps: AdvanceDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) {
    const claimed: string[] = [];
    try {
      await advanceSome(deps, { only: null, claimed });
    } catch (error) {
      if (claimed.length === 0) throw error;
      for (const id of claimed) await advanceOne(deps, id);
    }
    if (claimed.length < BATCH_MAX) return;
  }
}

async function advanceOne(deps: AdvanceDeps, id: string): Promise<void> {
  const { database, clock, log } = deps;
  try {
    await advanceSome(deps, { only: [id], claimed: [] });
  } catch (error) {
    log.error("escalations.advance_failed", { escalation_id: id, ...errorFacts(error) });
    await postponeEscalations(database, [id], new Date(clock.now() + RETRY_MS));
  }
}

/** Adds the IDs that it takes to `claimed`, also if it fails. */
async function advanceSome(
  { database, clock, suppression, reach = REACH_PEOPLE }: AdvanceDeps,
  { only, claimed }: { only: readonly string[] | null; claimed: string[] },
): Promise<void> {
  await database.transaction(async (db) => {
    const nowMs = clock.now();
    const rows = await claimEscalations(db, { now: new Date(nowMs), limit: BATCH_MAX, only });
    claimed.push(...rows.map(({ id }) => id));
    if (rows.length === 0) return;
    const open = await listOpenAlertsOf(db, claimed);
    const reasons = await suppression.isSuppressed(db, [...new Set(open.map(({ target_id: id }) => id))]);
    const isTold = (alert: EscalationAlertRow) => !alert.is_suppressed && !reasons.has(alert.target_id);
    const alerts = Map.groupBy(open.filter(isTold), (alert) => alert.escalation_id);
    const ready = rows.filter(({ id, is_drill: isDrill }) => isDrill || alerts.has(id));
    const held = rows.filter((row) => !ready.includes(row)).map(({ id }) => id);
    if (held.length > 0) await postponeEscalations(db, held, new Date(nowMs + RETRY_MS));
    await advanceEscalations(db, ready, { alerts, nowMs, reach });
  });
}
