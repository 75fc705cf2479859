import { useQueryClient } from "@tanstack/react-query";
import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
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
        <Button aria-label={`Edit the exporter ${name}`} onClick={() => setEditing(true)}>
          Edit
        </Button>
        {isEditing && <ExporterDialog exporter={exporter} onClose={() => setEditing(false)} />}
        <ConfirmButton
          label={enabled ? "Disable" : "Enable"}
          longLabel={`${enabled ? "Disable" : "Enable"} the exporter ${name}`}
          title={enabled ? "Disable this exporter?" : "Enable this exporter?"}
          description={
            enabled
              ? `${name} sends nothing until it is enabled again. Checks of this time get no trace.`
              : `${name} sends metrics and traces from now on.`
          }
          action={{
            label: enabled ? "Disable exporter" : "Enable exporter",
            busy: "Saving …",
            async run() {
              await api.PUT("/api/v1/telemetry-exporters/{id}", { params, body: { enabled: !enabled } });
              await reload();
              toast(enabled ? "Exporter disabled." : "Exporter enabled.");
            },
          }}
        />
        <ConfirmButton
          label="Delete"
          longLabel={`Delete the exporter ${name}`}
          title="Delete this exporter?"
          description={`${name} sends nothing more. Traces that wait are deleted. This cannot be undone.`}
          action={{
            label: "Delete exporter",
            busy: "Deleting …",
            async run() {
              await api.DELETE("/api/v1/telemetry-exporters/{id}", { params });
              await reload();
              toast("Exporter deleted.");
            },
          }}
        />
      </span>
    </div>
  );
}
