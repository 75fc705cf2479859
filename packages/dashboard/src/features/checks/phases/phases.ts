import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { t, tContext } from "../../../language/t.ts";

type Timings = CheckResult["timings"];

/** The phases of a request in their order, with their color in charts. */
export const PHASES = [
  { phase: "dns_ms", label: "DNS", color: "--maintenance", background: "bg-maintenance" },
  { phase: "connect_ms", label: t("Connect"), color: "--degraded", background: "bg-degraded" },
  { phase: "tls_ms", label: "TLS", color: "--paused", background: "bg-paused" },
  { phase: "ttfb_ms", label: t("First byte"), color: "--phase-ttfb", background: "bg-phase-ttfb" },
  { phase: "download_ms", label: tContext("phase", "Download"), color: "--up", background: "bg-up" },
] as const satisfies readonly { phase: keyof Timings; [look: string]: string }[];

export type TimedPhase = (typeof PHASES)[number] & { ms: number };

/** Returns the phases that happened. */
export function timedPhases(timings: Timings): TimedPhase[] {
  return PHASES.flatMap((phase) => {
    const ms = timings[phase.phase];
    return ms === null ? [] : [{ ...phase, ms }];
  });
}
