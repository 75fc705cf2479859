import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Drill } from "@vedette/contract/on-call/drills.ts";
import type { EscalationNotified, NotifiedOutcome } from "@vedette/contract/on-call/escalations.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi, useSession } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { receiptLabel } from "../escalation-policies/receipt-label.ts";
import { DrillStatus, ReceiptStatus } from "./drill-status.tsx";

const route = getRouteApi("/shell/escalation-policies/$id/drills/$drillId");
/** While messages are on their way. */
const REFETCH_MS = 2_000;

/** One fire drill: its steps, who was notified, what became of each message, and who acknowledged. */
export function DrillPage() {
  const { id, drillId } = route.useParams();
  const api = useApi();
  const params = { path: { id, drill_id: drillId } };
  const { data, error } = useQuery({
    queryKey: keys.detail("drills", drillId),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/escalation-policies/{id}/drills/{drill_id}", { params, signal })),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? REFETCH_MS : false),
  });
  return (
    <>
      <PageHeader
        title={
          data
            ? t("Fire drill: {policy_name}", { policy_name: data.escalation.policy_name })
            : t("Fire drill")
        }
        lead={t("A test. No target is down.")}
      />
      <LoadState data={data} error={error} lines={6} />
      {data && (
        <div className="grid max-w-3xl gap-5">
          <Acknowledgements drill={data} policyId={id} />
          <DrillSteps drill={data} />
        </div>
      )}
    </>
  );
}

function isActive({ escalation: { state, steps } }: Drill): boolean {
  const receipts = steps.flatMap(({ notified }) => notified.flatMap((each) => each.receipts));
  return state === "running" || receipts.some(({ status }) => status === "pending");
}

function Acknowledgements({ drill, policyId }: { drill: Drill; policyId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { person } = useSession();
  const params = { path: { id: policyId, drill_id: drill.id } };
  const acknowledge = useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/v1/escalation-policies/{id}/drills/{drill_id}/acknowledge", { params })),
    onSuccess: () => toast(t("Fire drill acknowledged.")),
    onError: toastError,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all("drills") }),
  });
  const isMine = drill.escalation.steps.some(({ notified }) =>
    notified.some(({ person_id }) => person_id !== null && person_id === person?.id),
  );
  const isDone = drill.acknowledgements.some(({ person_id }) => person_id === person?.id);
  return (
    <section aria-label={t("Acknowledgements")} className="card grid gap-3 p-5" aria-live="polite">
      <p className="flex flex-wrap items-center gap-3">
        <DrillStatus escalation={drill.escalation} />
        <span className="text-soft">
          <Message text="Started {time}" values={{ time: <TimeAgo at={drill.escalation.started_at} /> }} />
        </span>
      </p>
      {drill.acknowledgements.length === 0 ? (
        <p className="text-soft">{t("No one has acknowledged yet.")}</p>
      ) : (
        <ul>
          {drill.acknowledgements.map(({ person_id, name, at }) => (
            <li key={person_id}>
              <Message text="{name} acknowledged {time}" values={{ name, time: <TimeAgo at={at} /> }} />
            </li>
          ))}
        </ul>
      )}
      {isMine && !isDone && (
        <Button
          variant="primary"
          className="sm:justify-self-start"
          busy={acknowledge.isPending && t("Acknowledging …")}
          onClick={() => acknowledge.mutate()}
        >
          {t("Acknowledge")}
        </Button>
      )}
    </section>
  );
}

function DrillSteps({ drill: { escalation } }: { drill: Drill }) {
  if (escalation.steps.length === 0)
    return <Notice kind="hint">{t("The first step is about to be taken.")}</Notice>;
  return (
    <ol className="grid gap-5">
      {escalation.steps.map(({ round, step, policy_name, at, notified, reason }) => (
        <li key={`${round} ${step}`} className="card grid gap-3 p-5">
          <div>
            <h2>
              {policy_name === escalation.policy_name
                ? t("Step {number}", { number: step })
                : t("Step {number} of {own}", { number: step, own: policy_name })}
              {round > 1 && t(", round {round}", { round })}
            </h2>
            <p className="text-[0.8125rem] text-soft">
              <TimeAgo at={at} />
              {reason !== null && ` · ${reason}`}
            </p>
          </div>
          <ul className="divide-y divide-line">
            {notified.map((entry) => (
              <NotifiedItem key={`${entry.type} ${entry.id} ${entry.person_id}`} entry={entry} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

const OUTCOMES: Record<NotifiedOutcome, string> = {
  paged: "",
  notified: "",
  unreachable: t("No contact method works."),
  not_member: t("No longer a member."),
  nobody: t("No one is on call."),
  disabled: t("The channel is disabled."),
  deleted: t("Deleted."),
};

const DELETED: Record<EscalationNotified["type"], string> = {
  user: t("Deleted user"),
  schedule: t("Deleted schedule"),
  channel: t("Deleted channel"),
  all: t("Deleted"),
};

function NotifiedItem({ entry: { name, type, outcome, receipts } }: { entry: EscalationNotified }) {
  return (
    <li className="grid gap-1 py-3 first:pt-0">
      <p className="font-semibold wrap-anywhere">{name ?? DELETED[type]}</p>
      {OUTCOMES[outcome] !== "" && <p className="text-soft">{OUTCOMES[outcome]}</p>}
      <ul className="grid gap-1">
        {receipts.map((receipt, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: receipts are only added at the end
          <li key={index} className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
            <ReceiptStatus status={receipt.status} />
            <span>{receiptLabel(receipt.type)}</span>
            <span className="wrap-anywhere text-soft">{receipt.error ?? receipt.provider_id}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
