import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { ORDERS_DATABASE, SAMPLE_SERVICES, type SampleService } from "./sample-services.ts";

/** The sample organization as a document of monitoring as code. Its targets are on the demo's own server, on loopback. */

export const SAMPLE_PROJECT = "sample-data";

/** The people of the sample organization. The top-level domain `invalid` has no mail servers (RFC 6761). */
export const SAMPLE_PEOPLE = [
  { name: "Mara Lindqvist", email: "mara@sample-shop.invalid" },
  { name: "Tomasz Zielinski", email: "tomasz@sample-shop.invalid" },
  { name: "Priya Raman", email: "priya@sample-shop.invalid" },
] as const;

/** Keys of the heartbeats: a nightly job, and one that pings every ten minutes. */
export const BACKUP_HEARTBEAT = "nightly-backup";
export const WORKER_HEARTBEAT = "mail-worker";
/** The hour of the nightly job, UTC. */
export const BACKUP_HOUR = 3;
export const WORKER_PERIOD_SECONDS = 600;
/** A composite monitor of all services of the storefront. */
export const COMPOSITE_MONITOR = "storefront";
/** How often the monitors check, live. */
const INTERVAL_SECONDS = 60;

/** The path of a status page is unique on a server. */
export const PAGE_SLUG = "sample-shop";

const HOUR_MS = 3_600_000;
/** From the start of the demo to the next planned work. */
const UNTIL_UPGRADE_MS = 40 * HOUR_MS;

export type SampleAddresses = {
  /** Where the demo's server listens, such as `http://127.0.0.1:40123`. */
  baseUrl: string;
  port: number;
};

/** With `withRuns` false it has only what has a generated history. `startMs` is the start of the demo. */
export function sampleDocument(
  addresses: SampleAddresses,
  { startMs, withRuns }: { startMs: number; withRuns: boolean },
): CodeDocument & Record<string, unknown> {
  return {
    version: 1,
    project: SAMPLE_PROJECT,
    variables: { SAMPLE_URL: addresses.baseUrl },
    groups: {
      shop: { name: "Sample shop" },
      storefront: { name: "Storefront", parent: "shop" },
      platform: { name: "Platform", parent: "shop" },
    },
    schedules: { primary: onCallSchedule() },
    escalation_policies: {
      urgent: {
        name: "Urgent",
        steps: [
          { notify: [{ schedule: "primary" }] },
          { wait_seconds: "10m", notify: [{ user: SAMPLE_PEOPLE[0].email }] },
        ],
      },
    },
    monitors: monitors(),
    heartbeats: heartbeats(),
    ...(withRuns && runTargets(addresses)),
    slos: slos(),
    rules: rules(),
    status_pages: { shop: statusPage() },
    maintenance_windows: windows(startMs),
  };
}

function monitors(): NonNullable<CodeDocument["monitors"]> {
  return {
    ...Object.fromEntries(SAMPLE_SERVICES.map((service) => [service.key, urlMonitor(service)])),
    [COMPOSITE_MONITOR]: {
      ...{ name: "Storefront as a whole", type: "composite", interval: INTERVAL_SECONDS },
      ...{ selector: { groups: ["storefront"], kinds: ["monitor"] }, rollup: "quorum", group: "shop" },
    },
  };
}

function urlMonitor({ key, name, group, tags, degradedAfterMs }: SampleService) {
  return {
    ...{ name, type: "url" as const, url: `{{SAMPLE_URL}}/${key}`, group, tags: [...tags] },
    ...{ interval: INTERVAL_SECONDS, timeout: 5, retries: 1, degraded_after_ms: degradedAfterMs },
  };
}

function heartbeats(): NonNullable<CodeDocument["heartbeats"]> {
  return {
    [BACKUP_HEARTBEAT]: {
      ...{ name: "Nightly backup", group: "platform", tags: ["shop", "job"], grace_seconds: 3_600 },
      schedule: { type: "cron", expression: `0 ${BACKUP_HOUR} * * *`, timezone: "UTC" },
    },
    [WORKER_HEARTBEAT]: {
      ...{ name: "Mail worker", group: "platform", tags: ["shop", "job"], grace_seconds: 180 },
      schedule: { type: "period", seconds: WORKER_PERIOD_SECONDS },
    },
  };
}

/** Targets that run in steps, and checks whose history is not generated. */
function runTargets({ port }: SampleAddresses): Partial<CodeDocument> {
  return {
    api_monitors: {
      order: {
        ...{ name: "Place an order", group: "storefront", tags: ["shop"], interval: 300 },
        steps: ["search", "checkout", "orders"].map((key) => ({
          ...{ name: `Call ${key}`, method: "GET" as const, url: `{{SAMPLE_URL}}/${key}` },
          assertions: [{ type: "status_code" as const, operator: "eq" as const, value: 200 }],
        })),
      },
    },
    journeys: {
      buy: {
        ...{ name: "Buy something (paused: needs Chromium)", group: "storefront", enabled: false },
        ...{
          steps: [{ action: "goto", url: "{{SAMPLE_URL}}/home" }],
          interval_seconds: 3_600,
          tags: ["shop"],
        },
      },
    },
    monitors: {
      ...monitors(),
      "shop-port": {
        ...{ name: "Port of the shop", type: "tcp", host: "127.0.0.1", port, group: "platform" },
        ...{ tags: ["shop"], interval: INTERVAL_SECONDS },
      },
    },
  };
}

function onCallSchedule() {
  return {
    ...{ name: "Primary on-call", timezone: "Europe/Berlin" },
    layers: [
      {
        ...{ name: "Weekly", people: SAMPLE_PEOPLE.map(({ email }) => email) },
        ...{ rotation: { unit: "week" as const, every: 1 }, starts_at: "2026-01-05T09:00" },
      },
    ],
  };
}

function slos(): NonNullable<CodeDocument["slos"]> {
  return {
    storefront: {
      ...{ name: "Storefront is available", objective: 99.5, window: "30d", sli: "time" },
      on: { groups: ["storefront"], kinds: ["monitor"], types: ["url"] },
    },
    search: {
      ...{ name: "Search is fast", objective: 99, window: "30d", sli: "latency", latency_ms: 500 },
      on: { targets: ["search"] },
    },
  };
}

/** No rule has a channel or a policy: the demo sends nothing. */
function rules(): NonNullable<CodeDocument["rules"]> {
  return {
    down: {
      ...{ name: "Anything down", type: "consecutive_failures", params: { threshold: 2 } },
      ...{ opens_incident: true, on: { tags: { any: ["shop"] } } },
    },
    slow: {
      ...{ name: "Slow", type: "latency_threshold", severity: "warning" },
      params: { threshold_ms: 450, window_seconds: 3_600, percentile: 90, min_checks: 4 },
      on: { targets: ["home", "search", "images"] },
    },
    budget: { type: "burn_rate", slo: "storefront", params: { pairs: ["1h", "6h"] }, severity: "warning" },
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
      component("Orders", "Behind the shop", ["orders"]),
      component("Accounts", "Behind the shop", ["accounts"]),
    ],
  };
}

function windows(startMs: number): NonNullable<CodeDocument["maintenance_windows"]> {
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
