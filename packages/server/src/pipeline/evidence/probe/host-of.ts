import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { EVIDENCE_TEXT_MAX } from "@vedette/contract/evidence/evidence-limits.ts";

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "ws:": 80,
  "wss:": 443,
};

/** Returns the host and port that a check is about; null if it names none. */
export function hostOf(spec: CheckSpec): { host: string | null; port: number | null } {
  const { url, host, port } = spec as { url?: unknown; host?: unknown; port?: unknown };
  if (typeof url === "string" && URL.canParse(url)) {
    const { hostname, port: ownPort, protocol } = new URL(url);
    const shown = ownPort === "" ? (DEFAULT_PORTS[protocol] ?? null) : Number(ownPort);
    return { host: hostname === "" ? null : hostname.slice(0, EVIDENCE_TEXT_MAX), port: shown };
  }
  return {
    host: typeof host === "string" && host !== "" ? host.slice(0, EVIDENCE_TEXT_MAX) : null,
    port: typeof port === "number" ? port : null,
  };
}
