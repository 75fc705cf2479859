import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";

/** A bundle has up to two megabytes, and mostly only the newest is read. */
const PAGE_LIMIT = 1;
/** Bundles have no live event. */
const POLL_MS = 5_000;
/** A bundle is there within 20 s, or, if many targets are down, within two minutes. */
const WAIT_MS = 120_000;

type EvidenceOf = {
  targetId: string;
  /** Only evidence about this alert. */
  alertId: string | null;
  /** When the failure began whose evidence is expected; null if none is. */
  since: string | null;
};

/** The evidence of a target, newest first. Asks again while new evidence is expected. */
export function useEvidence({ targetId, alertId, since }: EvidenceOf) {
  const api = useApi();
  return usePages<EvidenceBundle>({
    queryKey: evidenceKey(targetId, alertId),
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE_LIMIT, ...(alertId !== null && { alert_id: alertId }), ...page };
      return pageOf(
        api.GET("/api/v1/targets/{id}/evidence", { params: { path: { id: targetId }, query }, signal }),
      );
    },
    pollMs: ([newest]) => (isExpected(newest, since) ? POLL_MS : false),
  });
}

function evidenceKey(targetId: string, alertId: string | null) {
  return keys.detail("uptime", targetId, "evidence", alertId);
}

function isExpected(newest: EvidenceBundle | undefined, since: string | null): boolean {
  if (since === null || Date.now() - Date.parse(since) > WAIT_MS) return false;
  return newest === undefined || Date.parse(newest.at) < Date.parse(since);
}
