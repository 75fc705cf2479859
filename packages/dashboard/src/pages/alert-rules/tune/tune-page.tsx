import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import { isTunable } from "@vedette/contract/alerts/rule-tuning.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { ProblemNotice } from "../../../components/forms/problem-notice.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { ManagedNotice } from "../../../features/edits/managed-notice.tsx";
import { TargetChoice } from "../../../features/targets/fields/target-choice.tsx";
import { TargetName } from "../../../features/targets/target-names.tsx";
import type { TargetRef } from "../../../features/targets/target-ref.ts";
import { numberText } from "../../../format.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { RULE_KINDS } from "../rule-draft.ts";
import { TuneOutcome } from "./tune-outcome.tsx";

const route = getRouteApi("/shell/alerts/rules/$id/tune");

const DAYS = [1, 7, 30] as const;

/** Compares other settings of a rule over stored results, and applies one of them. */
export function TunePage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data: loaded, error } = useQuery({
    queryKey: keys.detail("alert-rules", id),
    queryFn: ({ signal }) =>
      versionedOf(api.GET("/api/v1/alerts/rules/{id}", { params: { path: { id } }, signal })),
  });
  const name = loaded?.data.name;
  return (
    <>
      <PageHeader
        title={name === undefined ? t("Tune alert rule") : t("Tune {name}", { name })}
        lead={t(
          "What other settings would have done over stored results. Pauses and maintenance are ignored.",
        )}
        actions={
          <Link to="/alerts/rules/$id" params={{ id }} className={buttonClass()}>
            {t("Edit rule")}
          </Link>
        }
      />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded &&
        (isTunable(loaded.data.type) ? (
          <Tuning key={id} loaded={loaded} />
        ) : (
          <Notice kind="hint">
            {loaded.data.type === "expiry"
              ? t(
                  "Rules of the type expiry in steps cannot be tuned: when something expires is known, so they alert exactly their number of days before. Change the days and look at the preview of the rule.",
                )
              : t(
                  "Rules of the type certificate expiry cannot be tuned: when something expires is known, so they alert exactly their number of days before. Change the days and look at the preview of the rule.",
                )}
          </Notice>
        ))}
    </>
  );
}

function Tuning({ loaded }: { loaded: Versioned<AlertRule> }) {
  const api = useApi();
  const { id, params, recovery_threshold: recovery } = loaded.data;
  const [days, setDays] = useState<(typeof DAYS)[number]>(30);
  const [target, setTarget] = useState<TargetRef | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    // Other settings of the rule are another grid.
    queryKey: keys.other(
      "alert-rules",
      "tune",
      id,
      days,
      target?.id ?? null,
      JSON.stringify(params),
      recovery,
    ),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const body = { days, ...(target !== null && { target_id: target.id }) };
      return dataOf(api.POST("/api/v1/alerts/rules/{id}/tune", { params: { path: { id } }, body, signal }));
    },
  });
  return (
    <section className="card grid gap-6 p-6 max-sm:p-4" aria-label={t("Combinations")} aria-busy={isFetching}>
      <ManagedNotice resource={loaded.data} />
      <div className="flex flex-wrap items-center gap-2">
        {DAYS.map((each) => (
          <Button
            key={each}
            aria-pressed={each === days}
            className="aria-pressed:border-accent aria-pressed:bg-accent-ground"
            onClick={() => (each === days ? void refetch() : setDays(each))}
          >
            {each === 1 ? t("Last day") : t("Last {each} days", { each })}
          </Button>
        ))}
        <span className="text-soft">{isFetching && t("Replaying …")}</span>
      </div>
      <ReplayedTarget rule={loaded.data} target={target} onTarget={setTarget} />
      {error && <ProblemNotice error={error} />}
      {data && !error && <TuneOutcome loaded={loaded} tuning={data} />}
    </section>
  );
}

type ReplayedTargetProps = {
  rule: AlertRule;
  target: TargetRef | null;
  onTarget(target: TargetRef | null): void;
};

/** Which of the targets of the rule is replayed. A rule about one target, or about an SLO, leaves no choice. */
function ReplayedTarget({ rule, target, onTarget }: ReplayedTargetProps) {
  const kinds = RULE_KINDS[rule.type];
  const isChoice = rule.target_count > 1 && kinds.length > 0;
  if (!isChoice) return null;
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer text-sm font-semibold">
        {target === null ? (
          t("Replayed: all {count} targets", { count: numberText(rule.target_count) })
        ) : (
          <Message text="Replayed: {name}" values={{ name: <TargetName target={target} /> }} />
        )}
      </summary>
      <div className="mt-3 grid max-w-xl gap-3">
        <TargetChoice
          label={t("Replay one target")}
          kinds={kinds}
          isSingle
          chosen={target === null ? [] : [target]}
          onChosen={([chosen = null]) => onTarget(chosen)}
          error={null}
        />
        {target !== null && (
          <Button className="justify-self-start" onClick={() => onTarget(null)}>
            {t("Replay all targets")}
          </Button>
        )}
      </div>
    </details>
  );
}
