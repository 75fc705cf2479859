import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { apiMonitorAsCode, apiMonitorAsCurl } from "../../copy-as.ts";
import { RunNow } from "../../features/runs/run-now.tsx";
import { TargetActions } from "../../features/targets/target-actions.tsx";
import { t } from "../../language/t.ts";

/** Actions for an API monitor. */
export function ApiMonitorActions({ monitor }: { monitor: ApiMonitor }) {
  const { id, name } = monitor;
  return (
    <TargetActions
      kind="api-monitors"
      target={monitor}
      run={<RunNow noun="api-monitors" id={id} name={name} variant="primary" />}
      formats={[
        { label: t("cURL commands"), text: () => apiMonitorAsCurl(monitor) },
        { label: t("Create request (API)"), text: () => apiMonitorAsCode(window.location.origin, monitor) },
      ]}
    />
  );
}
