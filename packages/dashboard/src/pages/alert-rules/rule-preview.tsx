import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf, type Schema } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { sentenceOf, spanText } from "../../format.ts";
import { conditionText, evidenceLine, type RuleType } from "../alerts/alert-labels.ts";
import { openOverTime } from "./preview-series.ts";
import { bodyOfRule, type RuleDraft } from "./rule-draft.ts";

type Preview = Schema<"AlertRulePreview">;
type Found = Preview["alerts"][number];
/** What was asked stays with its answer, for the form goes on changing. */
type Replayed = { preview: Preview; asked: string; type: RuleType; atMs: number };

const TimeSeriesChart = lazy(() =>
  import("../../components/charts/time-series-chart.tsx").then((module) => ({
    default: module.TimeSeriesChart,
  })),
);

const DAYS = [7, 30] as const;

/** What a rule would have opened, before anybody is woken by it. */
export function RulePreview({ draft }: { draft: RuleDraft }) {
  const api = useApi();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (days: (typeof DAYS)[number]): Promise<Replayed> => {
      const { name, ...body } = bodyOfRule(draft);
      const named = name.trim() === "" ? body : { ...body, name };
      const preview = await dataOf(api.POST("/api/v1/alerts/rules/preview", { body: { ...named, days } }));
      return { preview, asked: conditionText(body), type: body.type, atMs: Date.now() };
    },
  });
  const isOther = data !== undefined && data.asked !== conditionText(bodyOfRule(draft));
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="preview">
      <div>
        <h2 id="preview">Preview</h2>
        <p className="text-soft">
          Replays the rule over what has been measured. Nothing is kept and nobody is told. Pauses and
          maintenance are left out of account.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {DAYS.map((days) => (
          <Button
            key={days}
            busy={isPending && variables === days && "Replaying …"}
            onClick={() => mutate(days)}
          >
            Last {days} days
          </Button>
        ))}
      </div>
      {error && <PreviewProblem error={error} />}
      {data && isOther && (
        <Notice kind="warning">The rule has been changed since: this is of “{data.asked}”.</Notice>
      )}
      {data && <Outcome key={data.atMs} replayed={data} />}
    </section>
  );
}

function PreviewProblem({ error }: { error: Error }) {
  const { message, details } = asApiError(error);
  return (
    <Notice>
      {message}
      {details.map((detail) => (
        <span key={detail.path} className="block">
          {detail.path}: {sentenceOf(detail.message)}
        </span>
      ))}
    </Notice>
  );
}

const SHOWN_MAX = 50;

function Outcome({ replayed: { preview, type, atMs } }: { replayed: Replayed }) {
  const [isWhole, setWhole] = useState(false);
  const { at, open } = useMemo(() => openOverTime(preview, atMs), [preview, atMs]);
  const series = useMemo(() => [{ label: "Open alerts", colour: "--down" as const, values: open }], [open]);
  const columns = useMemo(() => columnsOf(type), [type]);
  const { total, alerts, days } = preview;
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="text-lg font-semibold">
        {total === 0
          ? `It would not have opened any alert in the last ${days} days.`
          : `It would have opened ${total.toLocaleString("en")} ${total === 1 ? "alert" : "alerts"} in the last ${days} days.`}
      </p>
      {total > 0 && (
        <>
          <Suspense fallback={<Skeleton lines={4} />}>
            <TimeSeriesChart
              label={`Alerts open at once, last ${days} days`}
              at={at}
              series={series}
              text={countText}
              height={180}
            />
          </Suspense>
          <Table
            caption="Alerts that it would have opened, the newest first"
            columns={columns}
            rows={isWhole ? alerts : alerts.slice(0, SHOWN_MAX)}
            idOf={({ target, triggered_at: opened }) => `${target.id} ${opened}`}
            more={{
              hasMore: !isWhole && alerts.length > SHOWN_MAX,
              isLoading: false,
              load: () => setWhole(true),
            }}
          />
        </>
      )}
    </div>
  );
}

/** The axis also has ticks between whole numbers. */
function countText(count: number | null): string {
  return count === null || !Number.isInteger(count) ? "" : String(count);
}

function columnsOf(type: RuleType): readonly Column<Found>[] {
  return [
    {
      id: "target",
      title: "Target",
      cell: ({ target, evidence }) => (
        <div className="wrap-anywhere">
          <span className="font-semibold">{target.name}</span>
          <span className="block text-[0.8125rem] text-soft">{evidenceLine(type, evidence)}</span>
        </div>
      ),
    },
    { id: "opened", title: "Opened", cell: ({ triggered_at: opened }) => absoluteTime(opened) },
    {
      id: "lasted",
      title: "Lasted",
      isNumber: true,
      cell: ({ duration_seconds: seconds, resolved_at: end }) =>
        end === null ? `${spanText(seconds * 1_000)}, still open` : spanText(seconds * 1_000),
    },
  ];
}
