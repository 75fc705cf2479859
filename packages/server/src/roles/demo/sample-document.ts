import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { sampleChannels, sampleRules, sampleSlos, sampleWindows } from "./sample-alerting.ts";
import { sampleJourney } from "./sample-journey.ts";
import { samplePolicies, sampleSchedules } from "./sample-on-call.ts";
import { SAMPLE_SERVICES, type SampleService } from "./sample-services.ts";

/** The sample organization as a document of monitoring as code. Its targets are on the demo's own server, on loopback. */

export const SAMPLE_PROJECT = "sample-data";

/** Keys of the heartbeats: a nightly job, and one that pings every ten minutes. */
export const BACKUP_HEARTBEAT = "nightly-backup";
export const WORKER_HEARTBEAT = "mail-worker";
/** The hour of the nightly job, UTC. */
export const BACKUP_HOUR = 3;
export const WORKER_PERIOD_SECONDS = 600;
/** A composite monitor of all services of the storefront. */
export const COMPOSITE_MONITOR = "storefront";
/** How often the monitors check, live, and how often the targets run that have steps. */
const INTERVAL_SECONDS = 60;
const RUN_SECONDS = 300;

/** The path of a status page is unique on a server. */
export const PAGE_SLUG = "sample-shop";

export type SampleAddresses = {
  /** Where the demo's server listens, such as `http://127.0.0.1:40123`. */
  baseUrl: string;
  port: number;
};

/** `startMs` is the start of the demo. */
export type SampleOptions = {
  startMs: number;
  /** Of the live demo; without it the document has only what has a generated history, and nothing is notified. */
  live: null | {
    /** Whether a browser for journeys is installed. */
    hasBrowser: boolean;
  };
};

export function sampleDocument(
  addresses: SampleAddresses,
  { startMs, live }: SampleOptions,
): CodeDocument & Record<string, unknown> {
  return {
    version: 1,
    project: SAMPLE_PROJECT,
    variables: { SAMPLE_URL: addresses.baseUrl },
    groups: {
      storefront: { name: "Storefront" },
      platform: { name: "Platform" },
      suppliers: { name: "Suppliers" },
      jobs: { name: "Jobs", parent: "platform" },
    },
    schedules: sampleSchedules(),
    escalation_policies: samplePolicies(),
    monitors: monitors(addresses),
    heartbeats: heartbeats(),
    ...(live && { ...liveTargets(addresses, live), channels: sampleChannels(addresses.baseUrl) }),
    slos: sampleSlos(),
    rules: sampleRules({ isNotifying: live !== null }),
    status_pages: { shop: statusPage() },
    maintenance_windows: sampleWindows(startMs),
  };
}

function monitors({ baseUrl }: SampleAddresses): NonNullable<CodeDocument["monitors"]> {
  return {
    ...Object.fromEntries(SAMPLE_SERVICES.map((service) => [service.key, urlMonitor(service, baseUrl)])),
    [COMPOSITE_MONITOR]: {
      ...{ name: "Storefront as a whole", type: "composite", interval: INTERVAL_SECONDS },
      ...{ selector: { groups: ["storefront"], kinds: ["monitor"] }, rollup: "quorum", tags: ["summary"] },
    },
  };
}

function urlMonitor({ key, name, group, tags, degradedAfterMs }: SampleService, baseUrl: string) {
  return {
    ...{ name, type: "url" as const, url: `${baseUrl}/${key}`, group, tags: [...tags] },
    ...{ interval: INTERVAL_SECONDS, timeout: 5, retries: 1, degraded_after_ms: degradedAfterMs },
  };
}

function heartbeats(): NonNullable<CodeDocument["heartbeats"]> {
  return {
    [BACKUP_HEARTBEAT]: {
      ...{ name: "Nightly backup", group: "jobs", tags: ["shop", "job"], grace_seconds: 3_600 },
      schedule: { type: "cron", expression: `0 ${BACKUP_HOUR} * * *`, timezone: "UTC" },
    },
    [WORKER_HEARTBEAT]: {
      ...{ name: "Mail worker", group: "jobs", tags: ["shop", "job"], grace_seconds: 180 },
      schedule: { type: "period", seconds: WORKER_PERIOD_SECONDS },
    },
  };
}

/** Targets that run in steps, and checks whose history is not generated. */
function liveTargets(
  addresses: SampleAddresses,
  { hasBrowser }: { hasBrowser: boolean },
): Partial<CodeDocument> {
  return {
    api_monitors: {
      order: {
        ...{ name: "Place an order", group: "platform", tags: ["shop"], interval: RUN_SECONDS },
        steps: ["inventory", "accounts", "orders"].map((key) => ({
          ...{ name: `Call ${key}`, method: "GET" as const, url: `{{SAMPLE_URL}}/${key}` },
          assertions: [
            { type: "status_code" as const, operator: "eq" as const, value: 200 },
            { type: "json_path" as const, property: "$.service", operator: "equals" as const, value: key },
          ],
        })),
      },
    },
    journeys: { buy: sampleJourney({ hasBrowser, interval: RUN_SECONDS }) },
    monitors: {
      ...monitors(addresses),
      "shop-port": {
        ...{ name: "Port of the shop", type: "tcp", host: "127.0.0.1", port: addresses.port },
        ...{ group: "platform", tags: ["shop"], interval: INTERVAL_SECONDS },
      },
      warehouse: {
        ...{ name: "Warehouse (status set by people)", type: "manual", group: "suppliers" },
        ...{ tags: ["shop"], interval: INTERVAL_SECONDS },
      },
    },
  };
}

function statusPage(): NonNullable<CodeDocument["status_pages"]>[string] {
  const component = (name: string, group: string, targets: string[]) => ({ name, group, targets });
  return {
    ...{
      slug: PAGE_SLUG,
      title: "Sample shop",
      description: "Sample data: generated by Vedette.",
      published: true,
    },
    noindex: true,
    groups: [{ name: "Shop" }, { name: "Behind the shop" }],
    components: [
      component("Home page", "Shop", ["home", "images"]),
      component("Search", "Shop", ["search"]),
      component("Checkout", "Shop", ["checkout", "payments"]),
      component("Reviews", "Shop", ["reviews"]),
      component("Recommendations", "Shop", ["recommendations"]),
      component("Orders", "Behind the shop", ["orders"]),
      component("Accounts", "Behind the shop", ["accounts"]),
    ],
  };
}
