import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AlertRulePreviewInput } from "@vedette/contract/alerts/alert-rules.ts";
import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { useMemo, useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { SeriesChart } from "../../components/charts/time-series/series-chart.tsx";
import { ProblemNotice } from "../../components/forms/problem-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { evidenceLine, type RuleType } from "../../features/alerts/alert-labels.ts";
import { TargetLink } from "../../features/targets/target-names.tsx";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { openOverTime } from "./preview-series.ts";
import { bodyOfRule, type RuleDraft } from "./rule-draft.ts";

type PreviewAlert = Preview["alerts"][number];
type Replayed = { preview: Preview; type: RuleType; atMs: number };

const DAYS = [7, 30] as const;

/** Long enough to type a number, and to replay less than once a keystroke. */
const SETTLED_AFTER_MS = 600;

/** Shows which alerts the rule would have opened in the last days. Follows the form. */
export function RulePreview({ draft }: { draft: RuleDraft }) {
  const api = useApi();
  const [days, setDays] = useState<(typeof DAYS)[number]>(7);
  const request = useSettled(JSON.stringify({ ...conditionOf(draft), days }), SETTLED_AFTER_MS);
  // A rule for one target or an SLO is previewed once that is selected.
  const isComplete =
    draft.type === "burn_rate" ? draft.sloId !== "" : draft.covers !== "one" || draft.target !== null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.other("alert-rules", "preview", request),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Replayed> => {
      const body: AlertRulePreviewInput = JSON.parse(request);
      const preview = await dataOf(api.POST("/api/v1/alerts/rules/preview", { body, signal }));
      return { preview, type: body.type, atMs: Date.now() };
    },
  });
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="preview" aria-busy={isFetching}>
      <div>
        <h2 id="preview">{t("Preview")}</h2>
        <p className="text-soft">
          {t("Replays the rule over stored results. Nothing is saved and no notifications are sent.")}
          {draft.type !== "burn_rate" && ` ${t("Pauses and maintenance are ignored.")}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {DAYS.map((each) => (
          <Button
            key={each}
            aria-pressed={each === days}
            className="aria-pressed:border-accent aria-pressed:bg-accent-ground"
            onClick={() => (each === days ? void refetch() : setDays(each))}
          >
            {t("Last {each} days", { each })}
          </Button>
        ))}
        <span className="text-soft">{isFetching && t("Replaying …")}</span>
      </div>
      {error && <ProblemNotice error={error} />}
      {isComplete && data && !error && <Outcome key={data.atMs} replayed={data} name={draft.name} />}
    </section>
  );
}

/** What decides when the rule alerts. A name, a channel or a reminder does not. */
function conditionOf(draft: RuleDraft): Omit<AlertRulePreviewInput, "days"> {
  const {
    name: _name,
    channel_id: _first,
    channel_ids: _all,
    severity: _severity,
    ...rest
  } = bodyOfRule(draft);
  const { remind_every_seconds: _remind, notify_recovery: _recovery, enabled: _enabled, ...body } = rest;
  return body;
}

/** More rows would make the page much longer than the form. */
const SHOWN_MAX = 10;

function Outcome({ replayed: { preview, type, atMs }, name }: { replayed: Replayed; name: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const { at, open } = useMemo(() => openOverTime(preview, atMs), [preview, atMs]);
  const series = useMemo(() => [{ label: t("Open alerts"), color: "--down" as const, values: open }], [open]);
  const columns = useMemo(() => columnsOf(type), [type]);
  const { total, alerts, days, precision } = preview;
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="text-lg font-semibold">
        {total === 0
          ? t("The rule would not have opened any alerts in the last {days} days.", { days })
          : t(
              "The rule would have opened {total, plural, one {# alert} other {# alerts}} in the last {days} days.",
              { total, days },
            )}
      </p>
      {precision === "rollups" && (
        <Notice kind="hint">
          {t(
            "Approximate: the rule depends on too many results. Some hours are evaluated by hourly statistics, and their alerts open and resolve on the hour. Select fewer targets or days for exact alerts.",
          )}
        </Notice>
      )}
      {total > 0 && (
        <>
          <SeriesChart
            label={t("Open alerts, last {days} days", { days })}
            subject={name || t("Rule preview")}
            title={t("Open alerts")}
            at={at}
            series={series}
            text={countText}
            height={180}
          />
          <Table
            caption={t("Alerts that the rule would have opened, newest first")}
            columns={columns}
            rows={showsAll ? alerts : alerts.slice(0, SHOWN_MAX)}
            idOf={({ target, triggered_at: opened }) => `${target.id} ${opened}`}
            more={{
              hasMore: !showsAll && alerts.length > SHOWN_MAX,
              isLoading: false,
              load: () => setShowsAll(true),
            }}
          />
        </>
      )}
    </div>
  );
}

/** Hides the axis ticks between whole numbers. */
function countText(count: number | null): string {
  return count === null || !Number.isInteger(count) ? "" : String(count);
}

/** The first notification is that of the opening. */
const NOTIFIED: Column<PreviewAlert> = {
  id: "notified",
  title: t("Notified again"),
  cell: ({ notified_at: [, ...again] = [] }) =>
    again.length === 0
      ? t("No")
      : again.map((at) => (
          <span key={at} className="block">
            <Instant at={at} />
          </span>
        )),
};

function columnsOf(type: RuleType): readonly Column<PreviewAlert>[] {
  return [
    {
      id: "target",
      title: t("Target"),
      cell: ({ target, evidence }) => (
        <div className="wrap-anywhere">
          <TargetLink target={target} name={target.name} />
          <span className="block text-[0.8125rem] text-soft">{evidenceLine(type, evidence)}</span>
        </div>
      ),
    },
    {
      id: "opened",
      title: t("Opened"),
      isNumber: true,
      cell: ({ triggered_at: opened }) => <Instant at={opened} />,
    },
    ...(type === "expiry" ? [NOTIFIED] : []),
    {
      id: "lasted",
      title: t("Duration"),
      isNumber: true,
      cell: ({ duration_seconds: seconds, resolved_at: end }) =>
        end === null
          ? t("{span}, still open", { span: spanText(seconds * 1_000) })
          : spanText(seconds * 1_000),
    },
  ];
}
