import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { exactPercent } from "../slos/slo-labels.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { LANGUAGE_LABELS, RECIPIENT_LABELS, scheduleText } from "./report-labels.ts";
import { ReportPreview } from "./report-preview.tsx";
import { useReport } from "./use-reports.ts";

const route = getRouteApi("/shell/reports/$id");

/** A report: its preview, its recipients and its emails. */
export function ReportPage() {
  const { id } = route.useParams();
  const { data: report, error } = useReport(id);
  return (
    <>
      <PageHeader
        title={report?.name ?? t("Report")}
        lead={report && scheduleText(report)}
        actions={
          report && (
            <ForRole>
              <SendNow id={id} />
              <Link to="/reports/$id/edit" params={{ id }} className={buttonClass()}>
                {t("Edit")}
              </Link>
            </ForRole>
          )
        }
      />
      <LoadState data={report} error={error} lines={6} />
      {report && (
        <div className="grid gap-6">
          <ReportFacts report={report} />
          <Recipients report={report} />
          <ReportPreview report={report} />
          <DeliveryList id={id} />
        </div>
      )}
    </>
  );
}

function SendNow({ id }: { id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    try {
      const params = { path: { id } };
      const sent = await dataOf(api.POST("/api/v1/reports/{id}/send", { params, body: {} }));
      toast(t("The report is sent to {email}.", { email: sent.email }));
      await queries.invalidateQueries({ queryKey: keys.detail("reports", id, "deliveries") });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button onClick={send} disabled={isBusy}>
      {isBusy ? t("Sending …") : t("Send to me")}
    </Button>
  );
}

function ReportFacts({ report }: { report: Report }) {
  const { goal, target_count: count, next_at: next, last_run: last, formats, language } = report;
  return (
    <section className="card p-4" aria-label={t("Report")}>
      <FactList
        facts={[
          [t("Next"), next === null ? t("Off") : <Instant key="next" at={next} />],
          [t("Last sent"), last === null ? t("Not yet") : <Instant key="last" at={last.at} />],
          [t("Targets"), count.toLocaleString(LOCALE)],
          [t("Goal"), goal === null ? t("None") : exactPercent(goal)],
          [t("Maintenance"), report.exclude_maintenance ? t("Left out") : t("Counts as downtime")],
          [t("Formats"), formats.map((format) => format.toUpperCase()).join(", ")],
          [t("Language"), LANGUAGE_LABELS[language]],
        ]}
      />
    </section>
  );
}

function Recipients({ report: { recipient_states: states } }: { report: Report }) {
  return (
    <section className="grid gap-3" aria-labelledby="recipients-title">
      <h2 id="recipients-title">{t("Recipients")}</h2>
      {states.length === 0 && <p className="text-soft">{t("None. Edit the report to add recipients.")}</p>}
      <ul className="grid gap-1">
        {keyed(states).map(({ key, email, name, status }) => (
          <li key={key} className="flex flex-wrap gap-x-2 wrap-anywhere">
            <span>{name ?? email ?? t("Former member")}</span>
            {name !== null && email !== null && <span className="text-soft">{email}</span>}
            <span className={status === "confirmed" ? "text-soft" : "text-degraded"}>
              {RECIPIENT_LABELS[status]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Members who left have no address that identifies them. */
function keyed(states: Report["recipient_states"]) {
  return states.map((state, index) => ({ ...state, key: state.email ?? `left ${index}` }));
}
