import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { toastError } from "../../components/toast.tsx";
import { CHANNEL_STATE_WORDS, ruleText } from "../../features/alerts/alert-labels.ts";
import { canDeliver } from "../../features/alerts/alerting-problems.ts";
import { TargetName } from "../../features/targets/target-names.tsx";
import { targetOfRule } from "../../features/targets/target-ref.ts";
import { sentenceOf } from "../../format.ts";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";
import { SloName } from "../slos/slo-name.tsx";
import { NoisiestRules } from "./noise/noisiest-rules.tsx";
import { useNoise } from "./noise/use-noise.ts";

/** Lists the alert rules. */
export function RulesPage() {
  const { data: rules, error } = useRules();
  const channels = useChannels().data ?? [];
  const noise = useNoise().data;
  const scores = new Map(noise?.rules.map(({ rule_id: id, score }) => [id, score]));
  const add = (
    <ForRole>
      <Link to="/alerts/rules/new" className={buttonClass("primary")}>
        {t("Add rule")}
      </Link>
    </ForRole>
  );
  const columns: readonly Column<AlertRule>[] = [
    NAME,
    { id: "state", title: t("Severity"), width: "md:w-28", cell: (rule) => <RuleState rule={rule} /> },
    { id: "target", title: t("Target"), width: "md:w-44", cell: (rule) => <RuleTarget rule={rule} /> },
    {
      id: "noise",
      title: t("Noise"),
      isNumber: true,
      width: "md:w-20",
      cell: ({ id }) => (
        <>
          <span className="text-[0.8125rem] text-soft md:hidden">{t("Noise:")} </span>
          {noise ? (scores.get(id) ?? 0) : "…"}
        </>
      ),
    },
    {
      id: "channels",
      title: t("Notifies"),
      isWideOnly: true,
      cell: ({ channel_ids: ids }) =>
        ids.length === 0
          ? t("No one (dashboard only)")
          : ids.map((id) => channelText(channels.find((channel) => channel.id === id))).join(", "),
    },
    {
      id: "actions",
      title: t("Actions"),
      isTitleHidden: true,
      cell: (rule) => (
        <ForRole>
          <RuleActions rule={rule} />
        </ForRole>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t("Alert rules")}
        lead={t("When to alert and whom to notify.")}
        actions={rules?.length !== 0 && add}
      />
      <NoisiestRules report={noise} />
      <ListTable
        caption={t("Alert rules by name")}
        columns={columns}
        rows={rules}
        error={error}
        empty={{
          title: t("No rules yet"),
          description: t(
            "A rule alerts on failures in a row, error rate, slow responses, visual differences or certificate expiry.",
          ),
          action: add,
        }}
      />
    </>
  );
}

function channelText(channel: AlertChannel | undefined): string {
  if (!channel) return "…";
  const { name, health } = channel;
  return canDeliver(channel) ? name : `${name} (${phraseInSentence(CHANNEL_STATE_WORDS[health.status])})`;
}

const NAME: Column<AlertRule> = {
  id: "name",
  title: t("Rule"),
  width: "md:w-[27%]",
  cell: (rule) => (
    <div className="wrap-anywhere">
      <Link to="/alerts/rules/$id" params={{ id: rule.id }} className="font-semibold hover:underline">
        {rule.name}
      </Link>
      <span className="block text-[0.8125rem] text-soft">{sentenceOf(ruleText(rule))}</span>
    </div>
  ),
};

function RuleState({ rule: { enabled, severity } }: { rule: AlertRule }) {
  if (!enabled) return <StatusBadge status="paused" word={t("Disabled")} />;
  return severity === "critical" ? (
    <StatusBadge status="down" word={t("Critical")} />
  ) : (
    <StatusBadge status="degraded" word={t("Warning")} />
  );
}

function RuleTarget({ rule }: { rule: AlertRule }) {
  const target = targetOfRule(rule);
  if (rule.slo_id !== null) return <SloName id={rule.slo_id} />;
  if (target !== null) return <TargetName target={target} />;
  const count = rule.target_count;
  return rule.selector === null
    ? t("All ({count, plural, one {# target} other {# targets}})", { count })
    : t("{count, plural, one {# target} other {# targets}} selected", { count });
}

function RuleActions({ rule }: { rule: AlertRule }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id: rule.id } };
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("alert-rules") });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(api.PUT("/api/v1/alerts/rules/{id}", { params, body: { enabled: !rule.enabled } })),
    onSuccess: refresh,
    onError: toastError,
  });
  const verb = rule.enabled ? t("Disable") : t("Enable");
  return (
    <div className="flex flex-wrap justify-end gap-2 md:flex-nowrap">
      <Button busy={isPending && t("Saving …")} aria-label={`${verb}: ${rule.name}`} onClick={() => mutate()}>
        {verb}
      </Button>
      <DeleteButton
        name={rule.name}
        noun={t("rule")}
        description={t(
          "Its open alerts are resolved and their channels notified. Past alerts stay in the list.",
        )}
        onDelete={async () => {
          await api.DELETE("/api/v1/alerts/rules/{id}", { params });
          await refresh();
        }}
      />
    </div>
  );
}
