import { REPORT_TARGETS_MAX, type ReportFormat } from "@vedette/contract/reports/report-limits.ts";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";

type Range = { from: string; to: string };

const PERIOD = { from: "", to: "" };

/** The report of the last period or of other days, in a frame without scripts, and as files. */
export function ReportPreview({ report }: { report: Report }) {
  const organizationId = useSession().organization?.id;
  const [range, setRange] = useState<Range>(PERIOD);
  const problem = problemOf(range);
  const urlOf = (format: ReportFormat) => previewUrl(report.id, { format, organizationId, range });
  return (
    <section className="grid gap-3" aria-labelledby="preview-title">
      <h2 id="preview-title">{t("Preview")}</h2>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={t("First day")}
          type="date"
          value={range.from}
          onValue={(from) => setRange({ ...range, from })}
          error={null}
        />
        <Field
          label={t("Last day")}
          type="date"
          value={range.to}
          onValue={(to) => setRange({ ...range, to })}
          error={null}
        />
        {problem === null && report.target_count <= REPORT_TARGETS_MAX && (
          <>
            <a href={urlOf("pdf")} target="_blank" rel="noreferrer" className={buttonClass()}>
              {t("Open PDF")}
            </a>
            <a href={urlOf("csv")} download className={buttonClass()}>
              {t("Download CSV")}
            </a>
          </>
        )}
      </div>
      <p className="text-soft">
        {t("Days of the time zone of your browser. Without days, the last complete period.")}
      </p>
      {problem !== null && <Notice kind="hint">{problem}</Notice>}
      {report.target_count > REPORT_TARGETS_MAX ? (
        <Notice kind="hint">
          {t(
            "The report selects {count, number} targets, and at most {max, number} fit. Edit it to select fewer.",
            {
              count: report.target_count,
              max: REPORT_TARGETS_MAX,
            },
          )}
        </Notice>
      ) : (
        problem === null && (
          <iframe
            title={t("Preview of the report")}
            sandbox=""
            src={urlOf("html")}
            className="h-[min(60rem,80dvh)] w-full rounded-xl border border-line bg-white"
          />
        )
      )}
    </section>
  );
}

function problemOf({ from, to }: Range): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return t("Enter the first day.");
  if (to !== "" && to < from) return t("The last day is before the first day.");
  return startOf(from) >= Date.now() ? t("The first day is in the future.") : null;
}

/** Days start at midnight of the browser's time zone. */
const startOf = (day: string, days = 0): number => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + days);
  return date.getTime();
};

function previewUrl(
  id: string,
  {
    format,
    organizationId,
    range: { from, to },
  }: { format: ReportFormat; organizationId: string | undefined; range: Range },
): string {
  const query = new URLSearchParams({
    format,
    ...(organizationId !== undefined && { org_id: organizationId }),
    ...(from !== "" && { from: new Date(startOf(from)).toISOString() }),
    ...(from !== "" && to !== "" && { to: new Date(startOf(to, 1)).toISOString() }),
  });
  return `/api/v1/reports/${encodeURIComponent(id)}/preview?${query}`;
}
