import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Slo } from "@vedette/contract/slos/slos.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { AlertList } from "../../features/alerts/alert-list.tsx";
import { ManagedNotice } from "../../features/edits/managed-notice.tsx";
import { SelectedTargets } from "../../features/targets/selected-targets.tsx";
import { t } from "../../language/t.ts";
import { ReportView } from "./report-view.tsx";
import { objectiveText, STATE_BADGES } from "./slo-labels.ts";
import { useSlo, useSloReport } from "./use-slos.ts";

const route = getRouteApi("/shell/slos/$id");

/** An SLO: its report, its alerts and rules, and its targets. */
export function SloPage() {
  const { id } = route.useParams();
  const { data: slo, error } = useSlo(id);
  const report = useSloReport(id);
  const badge = report.data && STATE_BADGES[report.data.state];
  return (
    <>
      <PageHeader
        title={slo?.name ?? "SLO"}
        badge={badge && <StatusBadge status={badge.tone} word={badge.word} />}
        lead={slo && objectiveText(slo)}
        actions={
          <ForRole>
            <Link to="/slos/$id/edit" params={{ id }} className={buttonClass()}>
              {t("Edit")}
            </Link>
          </ForRole>
        }
      />
      <LoadState data={slo} error={error} lines={3} />
      {slo && (
        <div className="grid gap-6">
          <ManagedNotice resource={slo} />
          {slo.description !== "" && <p className="wrap-anywhere">{slo.description}</p>}
          <LoadState data={report.data} error={report.error} lines={6} />
          {report.data && <ReportView report={report.data} subject={slo.name} />}
          <SloAlerts slo={slo} />
          <section className="grid gap-3" aria-labelledby="targets-title">
            <h2 id="targets-title">{t("Targets")}</h2>
            <SelectedTargets selector={slo.selector} />
          </section>
        </div>
      )}
    </>
  );
}

const ALERTS_SHOWN = 10;
const RULES_SHOWN = 50;

function SloAlerts({ slo: { id } }: { slo: Slo }) {
  const api = useApi();
  const rules = useQuery({
    queryKey: keys.list("alert-rules", { sloId: id }),
    queryFn: ({ signal }) => {
      const query = { slo_id: id, limit: RULES_SHOWN, sort: "name" as const };
      return pageOf(api.GET("/api/v1/alerts/rules", { params: { query }, signal }));
    },
  });
  const alerts = useQuery({
    queryKey: keys.list("alerts", { sloId: id }),
    queryFn: ({ signal }) => {
      const query = { slo_id: id, limit: ALERTS_SHOWN };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
  });
  return (
    <section className="grid gap-3" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{t("Alerts")}</h2>
      <LoadState data={alerts.data} error={alerts.error} lines={2} />
      {rules.data?.items.length === 0 && (
        <p className="text-soft">
          {t("No rule alerts when the budget burns too fast. Add one under Alerts, Rules.")}
        </p>
      )}
      {rules.data && rules.data.items.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {rules.data.items.map((rule) => (
            <li key={rule.id}>
              <Link to="/alerts/rules/$id" params={{ id: rule.id }} className="text-accent underline">
                {rule.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {alerts.data?.items.length === 0 && <p className="text-soft">{t("No alerts yet.")}</p>}
      {alerts.data && alerts.data.items.length > 0 && <AlertList alerts={alerts.data.items} />}
    </section>
  );
}
