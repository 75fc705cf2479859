import { isBlackHole } from "./address-finding.ts";
import type { VerdictRule } from "./case-file.ts";
import { failing, type VantageView } from "./vantage-view.ts";
import { locationScope, locationsText, onlyFromText } from "./wording.ts";

/** Fewer lost pings are chance, and more are no path at all. */
const LOST_MIN = 0.2;
const PINGS_MIN = 6;
/** Connecting takes one round trip; the longest on earth by cable take 0.4 s. */
const SLOW_CONNECT_MS = 1_000;

/** Packets get lost or take long, so that timeouts of any phase follow. */
export const lossRule: VerdictRule = (file) => {
  for (const view of file.bad) {
    const { addresses } = view.facts;
    const timedOut = view.facts.check?.error?.code;
    const isTimeout =
      timedOut === "TIMEOUT" || timedOut === "CONNECT_TIMEOUT" || timedOut === "CONNECTION_RESET";
    if (!isTimeout) continue;
    const loss = lossOf(view);
    if (loss !== null && loss.share >= LOST_MIN) {
      return { ...verdictOf(file), summary: `${loss.text}.${onlyFromText(file)}` };
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

/** More than a server that limits its answers to pings loses. */
const PASSING_LOST_MIN = 1 / 3;
/** Errors of a check that lost packets explain. */
const LOSS_CODES: ReadonlySet<string> = new Set(["TIMEOUT", "CONNECT_TIMEOUT", "CONNECTION_RESET"]);

/**
 * With half of the packets lost, some checks pass: also the one that is made with the collection. The pings show the loss
 * nevertheless, if another location loses none.
 */
export const passingLossRule: VerdictRule = (file) => {
  const { bad, good, facts } = file;
  const code = facts.first_bad?.error?.code ?? null;
  if (bad.length > 0 || facts.target.step !== null || (code !== null && !LOSS_CODES.has(code))) return null;
  const complete = good.filter((view) => view.facts.saw === "up" && lossOf(view)?.share === 0);
  for (const view of good) {
    const loss = view.facts.saw === "down" ? lossOf(view) : null;
    if (loss === null || loss.share < PASSING_LOST_MIN || complete.length === 0) continue;
    const where = `from ${locationsText([view])}, and none from ${locationsText(complete)}`;
    return {
      ...{ layer: "network", scope: "one_location", certainty: "likely" },
      summary: `${loss.text} ${where}.\nThe check that was made with this collection passed.`,
    };
  }
  return null;
};

/** Null without enough pings, without any answer, or if a host on the way said why. */
function lossOf({ facts: { path } }: VantageView): { share: number; text: string } | null {
  if (path === null || isBlackHole(path) || path.pings.some(({ error }) => error !== null)) return null;
  const sent = path.pings.reduce((sum, ping) => sum + ping.sent, 0);
  const received = path.pings.reduce((sum, ping) => sum + ping.received, 0);
  if (sent < PINGS_MIN || received === 0) return null;
  const lost = sent - received;
  return { share: lost / sent, text: `${lost} of ${sent} pings to ${path.address} are lost` };
}

function verdictOf(file: Parameters<VerdictRule>[0]) {
  return { layer: "network", scope: locationScope(file), certainty: "likely" } as const;
}
