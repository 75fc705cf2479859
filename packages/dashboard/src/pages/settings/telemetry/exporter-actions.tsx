import { useQueryClient } from "@tanstack/react-query";
import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { ExporterDialog } from "./exporter-form.tsx";
import { ExporterTest } from "./exporter-test.tsx";

export function ExporterActions({ exporter }: { exporter: TelemetryExporter }) {
  const { id, name, enabled } = exporter;
  const [isEditing, setEditing] = useState(false);
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id } };
  const reload = () => queries.invalidateQueries({ queryKey: keys.all("telemetry-exporters") });
  return (
    <div className="grid gap-2">
      <ExporterTest exporter={exporter} />
      <span className="flex flex-wrap gap-2">
        <Button aria-label={t("Edit the exporter {name}", { name })} onClick={() => setEditing(true)}>
          {t("Edit")}
        </Button>
        {isEditing && <ExporterDialog exporter={exporter} onClose={() => setEditing(false)} />}
        <ConfirmButton
          label={enabled ? t("Disable") : t("Enable")}
          longLabel={
            enabled ? t("Disable the exporter {name}", { name }) : t("Enable the exporter {name}", { name })
          }
          title={enabled ? t("Disable this exporter?") : t("Enable this exporter?")}
          description={
            enabled
              ? t("{name} sends nothing until it is enabled again. Checks of this time get no trace.", {
                  name,
                })
              : t("{name} sends metrics and traces from now on.", { name })
          }
          action={{
            label: enabled ? t("Disable exporter") : t("Enable exporter"),
            busy: t("Saving …"),
            async run() {
              await api.PUT("/api/v1/telemetry-exporters/{id}", { params, body: { enabled: !enabled } });
              await reload();
              toast(enabled ? t("Exporter disabled.") : t("Exporter enabled."));
            },
          }}
        />
        <ConfirmButton
          label={t("Delete")}
          longLabel={t("Delete the exporter {name}", { name })}
          title={t("Delete this exporter?")}
          description={t("{name} sends nothing more. Traces that wait are deleted. This cannot be undone.", {
            name,
          })}
          action={{
            label: t("Delete exporter"),
            busy: t("Deleting …"),
            async run() {
              await api.DELETE("/api/v1/telemetry-exporters/{id}", { params });
              await reload();
              toast(t("Exporter deleted."));
            },
          }}
        />
      </span>
    </div>
  );
}
