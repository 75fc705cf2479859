import { isBlackHole } from "./address-finding.ts";
import type { VerdictRule } from "./case-file.ts";
import { failing } from "./vantage-view.ts";
import { locationScope, onlyFromText } from "./wording.ts";

/** Fewer lost pings are chance, and more are no path at all. */
const LOST_MIN = 0.2;
const PINGS_MIN = 6;
/** Connecting takes one round trip; the longest on earth by cable take 0.4 s. */
const SLOW_CONNECT_MS = 1_000;

/** Packets get lost or take long, so that timeouts of any phase follow. */
export const lossRule: VerdictRule = (file) => {
  for (const view of file.bad) {
    const { path, addresses } = view.facts;
    const timedOut = view.facts.check?.error?.code;
    const isTimeout =
      timedOut === "TIMEOUT" || timedOut === "CONNECT_TIMEOUT" || timedOut === "CONNECTION_RESET";
    if (!isTimeout) continue;
    if (path !== null && !isBlackHole(path)) {
      const sent = path.pings.reduce((sum, ping) => sum + ping.sent, 0);
      const received = path.pings.reduce((sum, ping) => sum + ping.received, 0);
      const isLossy = sent >= PINGS_MIN && received > 0 && (sent - received) / sent >= LOST_MIN;
      if (isLossy && path.pings.every(({ error }) => error === null)) {
        const lost = `${sent - received} of ${sent} pings to ${path.address} are lost.`;
        return { ...verdictOf(file), summary: `${lost}${onlyFromText(file)}` };
      }
    }
    const slow = addresses.find(({ connect_ms }) => connect_ms !== null && connect_ms >= SLOW_CONNECT_MS);
    const isStalled = slow !== undefined && failing(view).some(({ failure }) => failure?.layer !== "tcp");
    if (slow === undefined || (!isStalled && failing(view).length > 0)) continue;
    const seconds = ((slow.connect_ms ?? 0) / 1_000).toFixed(1);
    return {
      ...verdictOf(file),
      summary: `Connecting to ${slow.address} takes ${seconds} s.${onlyFromText(file)}`,
    };
  }
  return null;
};

function verdictOf(file: Parameters<VerdictRule>[0]) {
  return { layer: "network", scope: locationScope(file), certainty: "likely" } as const;
}
