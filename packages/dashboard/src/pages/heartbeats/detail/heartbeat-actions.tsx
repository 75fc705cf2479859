import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { heartbeatAsCode } from "../../../copy-as.ts";
import { TargetActions } from "../../../features/targets/target-actions.tsx";
import { t } from "../../../language/t.ts";

/** Actions for a heartbeat. Nothing checks it, so there is no button that does. */
export function HeartbeatActions({ heartbeat }: { heartbeat: Heartbeat }) {
  return (
    <TargetActions
      kind="heartbeats"
      target={heartbeat}
      run={null}
      formats={[
        { label: t("Create request (API)"), text: () => heartbeatAsCode(window.location.origin, heartbeat) },
      ]}
    />
  );
}
