import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { ORDERS_DATABASE } from "./sample-services.ts";

/** The SLOs, rules, channel and maintenance windows of the sample shop, as a part of its document. */

const HOUR_MS = 3_600_000;
/** From the start of the demo to the next planned work. */
const UNTIL_UPGRADE_MS = 40 * HOUR_MS;
/** Where the demo's server takes the messages of the channel. */
export const CHAT_PATH = "/chat";
const CHAT = "chat";

export function sampleSlos(): NonNullable<CodeDocument["slos"]> {
  const monthly = { window: "30d" as const };
  return {
    storefront: {
      ...{ name: "Storefront is available", objective: 99.5, ...monthly, sli: "time" },
      on: { groups: ["storefront"], kinds: ["monitor"], types: ["url"] },
    },
    checkout: {
      ...{ name: "Checkout is available", objective: 99.5, ...monthly, sli: "time" },
      on: { targets: ["checkout"] },
    },
    orders: {
      ...{ name: "Orders are accepted", objective: 99.8, ...monthly, sli: "time" },
      on: { targets: ["orders"] },
    },
    search: {
      ...{ name: "Search is fast", objective: 99, ...monthly, sli: "latency", latency_ms: 500 },
      on: { targets: ["search"] },
    },
  };
}

export function sampleChannels(baseUrl: string): NonNullable<CodeDocument["channels"]> {
  const config = { url: `${baseUrl}${CHAT_PATH}` };
  return { [CHAT]: { name: "Chat of the shop", type: "webhook", config } };
}

/** Without `isNotifying` the rules have no channel. */
export function sampleRules({ isNotifying }: { isNotifying: boolean }): NonNullable<CodeDocument["rules"]> {
  const channels = isNotifying ? { channels: [CHAT] } : {};
  return {
    down: {
      ...{ name: "Anything down", type: "consecutive_failures", params: { threshold: 2 } },
      ...{ opens_incident: true, on: { tags: { any: ["shop"] } }, ...channels },
    },
    slow: {
      ...{ name: "Slow", type: "latency_threshold", severity: "warning" },
      params: { threshold_ms: 450, window_seconds: 3_600, percentile: 90, min_checks: 4 },
      ...{ on: { targets: ["home", "search", "images"] }, ...channels },
    },
    budget: {
      ...{ name: "Storefront uses up its budget", type: "burn_rate", slo: "storefront" },
      ...{ params: { pairs: ["1h", "6h"] }, severity: "warning", ...channels },
    },
  };
}

export function sampleWindows(startMs: number): NonNullable<CodeDocument["maintenance_windows"]> {
  const upgradeMs = Math.ceil((startMs + UNTIL_UPGRADE_MS) / HOUR_MS) * HOUR_MS;
  const onDatabase = { mode: "mute" as const, on: { tags: { any: [ORDERS_DATABASE] } } };
  return {
    backups: {
      ...{ name: "Database backups", duration_seconds: "1h", ...onDatabase },
      ...{ starts_at: "2026-01-04T02:00:00Z", rrule: "FREQ=WEEKLY;BYDAY=SU" },
    },
    upgrade: {
      ...{ name: "Upgrade of the orders database", duration_seconds: "2h", ...onDatabase },
      ...{ starts_at: new Date(upgradeMs).toISOString(), show_on: ["shop"] },
    },
  };
}
