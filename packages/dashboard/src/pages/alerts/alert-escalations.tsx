import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type {
  Escalation,
  EscalationNotified,
  EscalationState,
  EscalationTakenStep,
  NotifiedOutcome,
} from "@vedette/contract/on-call/escalations.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { receiptLabel } from "../escalation-policies/receipt-label.ts";

/** Steps and receipts have no live event. */
const POLL_MS = 5_000;

/** The escalations of an alert with their steps, people and receipts. Nothing if it has none. */
export function AlertEscalations({ alert: { id, status } }: { alert: Alert }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.detail("alerts", id, "escalations"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/alerts/{id}/escalations", { params: { path: { id } }, signal })),
    refetchInterval: status === "resolved" ? false : POLL_MS,
  });
  const escalations = data?.escalations ?? [];
  if (escalations.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="escalations">
      <h2 id="escalations">{t("Escalation")}</h2>
      {escalations.map((escalation) => (
        <EscalationCard key={escalation.id} escalation={escalation} />
      ))}
    </section>
  );
}

const STATES: Record<EscalationState, { status: "degraded" | "paused" | "up" | "down"; word: string }> = {
  running: { status: "degraded", word: t("Running") },
  suppressed: { status: "paused", word: t("Suppressed") },
  acknowledged: { status: "up", word: t("Acknowledged") },
  resolved: { status: "up", word: t("Resolved") },
  finished: { status: "down", word: t("Not acknowledged") },
};

function EscalationCard({ escalation }: { escalation: Escalation }) {
  const { policy_id: policyId, policy_name: name, state, next_step_at: next, warning, steps } = escalation;
  return (
    <div className="card grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/escalation-policies/$id"
          params={{ id: policyId }}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <StatusBadge {...STATES[state]} />
        {next !== null && (
          <span className="text-soft">
            <Message text="Next step {time}" values={{ time: <TimeAgo at={next} /> }} />
          </span>
        )}
      </div>
      {warning !== null && (
        <Notice kind="warning">
          {warning} {t("The owners were notified.")}
        </Notice>
      )}
      <ol className="grid gap-3" aria-label={t("Steps that were taken")}>
        {steps.map((step) => (
          <StepItem key={`${step.round} ${step.step}`} step={step} policyName={name} />
        ))}
      </ol>
    </div>
  );
}

function StepItem({ step, policyName }: { step: EscalationTakenStep; policyName: string }) {
  const { round, step: number, policy_name: own, outcome, reason, notified, at } = step;
  return (
    <li className="grid gap-1 border-s-2 border-line-strong ps-3">
      <p className="wrap-anywhere">
        <strong className="font-semibold">
          {own === policyName ? t("Step {number}", { number }) : t("Step {number} of {own}", { number, own })}
          {round > 1 && t(", round {round}", { round })}
        </strong>{" "}
        <span className="text-[0.8125rem] text-soft">
          <TimeAgo at={at} />
        </span>
        {outcome === "skipped" && (
          <span className="text-soft"> {t("· Skipped: it {reason}.", { reason: reason ?? "" })}</span>
        )}
        {outcome === "reached_no_one" && <span className="text-down"> {t("· Reached no one")}</span>}
      </p>
      {notified.length > 0 && (
        <ul className="grid gap-0.5">
          {notified.map((entry) => (
            <NotifiedItem key={`${entry.type} ${entry.id} ${entry.person_id}`} entry={entry} />
          ))}
        </ul>
      )}
    </li>
  );
}

const RECEIPT_WORDS: Record<EscalationNotified["receipts"][number]["status"], string> = {
  pending: t("pending"),
  sent: t("sent"),
  failed: t("failed"),
  discarded: t("discarded"),
};

const OUTCOMES: Record<NotifiedOutcome, string> = {
  paged: t("notified"),
  unreachable: t("has no contact method that works"),
  not_member: t("is not a member any more"),
  nobody: t("no one is on call"),
  notified: t("notified"),
  disabled: t("the channel is disabled"),
  deleted: t("was deleted"),
};

function NotifiedItem({ entry }: { entry: EscalationNotified }) {
  const { name, outcome, receipts } = entry;
  const isReached = outcome === "paged" || outcome === "notified";
  return (
    <li className="text-[0.8125rem] wrap-anywhere">
      <span className="font-semibold">{name ?? t("Deleted")}</span>{" "}
      {receipts.length === 0 && (
        <span className={isReached ? "text-soft" : "text-down"}>{OUTCOMES[outcome]}</span>
      )}
      {receipts.map(({ type, status, at, error }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: receipts have no ID, and keep their order.
        <span key={index} className={status === "failed" ? "text-down" : "text-soft"}>
          {index > 0 && " · "}
          {receiptLabel(type)} {RECEIPT_WORDS[status]}
          {at !== null && (
            <>
              {" "}
              <TimeAgo at={at} />
            </>
          )}
          {error !== null && `: ${error}`}
        </span>
      ))}
    </li>
  );
}
