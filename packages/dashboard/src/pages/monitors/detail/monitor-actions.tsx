import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { monitorAsCode, monitorAsCurl } from "../../../copy-as.ts";
import { TargetActions } from "../../../features/targets/target-actions.tsx";
import { t } from "../../../language/t.ts";
import { CheckNow } from "./check-now.tsx";

/** Actions for one monitor. */
export function MonitorActions({ monitor }: { monitor: Monitor }) {
  return (
    <TargetActions
      kind="monitors"
      target={monitor}
      run={<CheckNow id={monitor.id} name={monitor.name} variant="primary" />}
      formats={[
        { label: t("cURL command"), text: () => monitorAsCurl(monitor) },
        { label: t("Create request (API)"), text: () => monitorAsCode(window.location.origin, monitor) },
      ]}
    />
  );
}
