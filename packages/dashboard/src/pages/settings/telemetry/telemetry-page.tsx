import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { useState } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ExporterActions } from "./exporter-actions.tsx";
import { ExporterCounts } from "./exporter-counts.tsx";
import { ExporterDialog } from "./exporter-form.tsx";
import { scrapeConfiguration } from "./scrape-configuration.ts";

/** Metrics for Prometheus, and exporters that send metrics and traces by OTLP. */
export function TelemetryPage() {
  const { reaches, role } = useRole();
  const [isCreating, setCreating] = useState(false);
  const mayManage = reaches("admin");
  return (
    <>
      <PageHeader
        title={t("Telemetry")}
        lead={t("Metrics and traces of your targets for Prometheus and OpenTelemetry.")}
        actions={
          mayManage && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              {t("Add exporter")}
            </Button>
          )
        }
      />
      {role && !mayManage && (
        <Notice kind="hint">
          {t("Your role is {role}. Only admins and owners can view and add exporters.", {
            role: ROLE_WORDS[role],
          })}
        </Notice>
      )}
      {mayManage && <ExporterList />}
      <div className="mt-6">
        <SettingsSection
          title={"Prometheus"}
          description={t("Prometheus reads the figures of all targets with an API key of scope read.")}
        >
          <CodeBlock label="prometheus.yml" text={scrapeConfiguration(window.location)} />
        </SettingsSection>
      </div>
      {isCreating && <ExporterDialog exporter={null} onClose={() => setCreating(false)} />}
    </>
  );
}

function ExporterList() {
  const api = useApi();
  const { items, error, more } = usePages<TelemetryExporter>({
    queryKey: keys.list("telemetry-exporters"),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/telemetry-exporters", { params: { query: page }, signal })),
  });
  return (
    <ListTable
      caption={t("Exporters")}
      columns={COLUMNS}
      rows={items}
      error={error}
      empty={{
        title: t("No exporters yet"),
        description: t(
          "An exporter sends metrics once a minute and a trace of each failure, or of every check, to an OpenTelemetry receiver such as a Collector, Grafana Tempo, Jaeger or Datadog.",
        ),
      }}
      more={more}
    />
  );
}

const COLUMNS: readonly Column<TelemetryExporter>[] = [
  {
    id: "name",
    title: t("Exporter"),
    cell: ({ name, endpoint, header_names: headers, selector }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">
          {endpoint}
          {headers.length > 0 && t(", with {names}", { names: headers.join(", ") })}
          {selector !== null && t(", selected targets")}
        </span>
      </div>
    ),
  },
  { id: "sends", title: t("Sends"), cell: (exporter) => sentOf(exporter) },
  {
    id: "state",
    title: t("State"),
    cell: (exporter) => (
      <div className="grid gap-1.5">
        <div>
          <ExporterState exporter={exporter} />
        </div>
        <ExporterCounts exporter={exporter} />
      </div>
    ),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    width: "md:w-80",
    cell: (exporter) => <ExporterActions exporter={exporter} />,
  },
];

function sentOf({ metrics, traces, sample }: TelemetryExporter): string {
  if (!traces) return metrics ? t("Metrics") : "";
  if (sample === "all") return metrics ? t("Metrics and traces of all checks") : t("Traces of all checks");
  return metrics ? t("Metrics and traces of failures") : t("Traces of failures");
}

function ExporterState({ exporter: { enabled, delivery } }: { exporter: TelemetryExporter }) {
  if (!enabled) return t("Disabled");
  if (delivery.last_error !== null) {
    return (
      <span className="text-down wrap-anywhere">
        {delivery.last_error}
        {delivery.last_error_at !== null && (
          <span className="block text-[0.8125rem] text-soft">
            <TimeAgo at={delivery.last_error_at} />
          </span>
        )}
      </span>
    );
  }
  if (delivery.last_sent_at === null) return t("Nothing sent yet");
  return <Message text="Sent {time}" values={{ time: <TimeAgo at={delivery.last_sent_at} /> }} />;
}
