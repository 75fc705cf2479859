import type { Document } from "./code-client.ts";

/** A document with every kind of resource, and references between them. */
const FULL: Document = {
  version: 1,
  project: "shop",
  defaults: { monitor: { interval: "5m", timeout: 10, tags: ["shop"] } },
  variables: { BASE: "https://shop.example" },
  secrets: { TOKEN: { env: "TOKEN" } },
  groups: { storefront: { name: "Storefront" }, web: { parent: "storefront" } },
  channels: { ops: { type: "slack", config: { webhook_url: { env: "OPS_WEBHOOK_URL" } } } },
  schedules: {
    primary: {
      timezone: "Europe/Berlin",
      layers: [
        { name: "Week", people: [], rotation: { unit: "week", every: 1 }, starts_at: "2026-01-05T09:00" },
      ],
    },
  },
  escalation_policies: {
    urgent: {
      steps: [
        { notify: [{ schedule: "primary" }, { channel: "ops" }], severities: ["critical"] },
        { wait_seconds: "5m", notify: [{ all: true }] },
      ],
      ...{ repeat_wait_seconds: "10m", fallback_policy: "everyone" },
    },
    everyone: { steps: [{ notify: [{ all: true }] }] },
  },
  monitors: {
    home: {
      ...{ type: "url", url: "{{BASE}}/", group: "web", headers: { "x-token": "{{TOKEN}}" } },
      assertions: [{ type: "status_code", operator: "eq", value: 200 }],
    },
    router: { type: "tcp", host: "router.example", port: 443, parents: ["backup"] },
    all: { type: "composite", selector: { targets: ["home", "router"] } },
  },
  api_monitors: { login: { steps: [{ method: "GET", url: "{{BASE}}/login" }], parents: ["home"] } },
  journeys: { buy: { steps: [{ action: "goto", url: "https://shop.example" }], interval_seconds: "10m" } },
  heartbeats: {
    backup: {
      ...{ grace_seconds: "1h", push_token: { env: "BACKUP_PUSH_TOKEN" } },
      schedule: { type: "cron", expression: "0 3 * * *", timezone: "UTC" },
    },
  },
  slos: { shop: { objective: 99.9, window: "month", timezone: "Europe/Berlin", on: { groups: ["web"] } } },
  rules: {
    down: {
      ...{ type: "consecutive_failures", params: { threshold: 3 }, channels: ["ops"] },
      escalation_policy: "urgent",
      on: { targets: ["home", "login"], groups: ["web"] },
    },
    moved: {
      ...{ type: "change", params: { fields: ["certificate", "address"], minutes: 30 }, channels: ["ops"] },
      on: { groups: ["web"] },
    },
    burns: { type: "burn_rate", slo: "shop", params: { pairs: ["3d"] }, severity: "warning" },
    slow: {
      ...{ type: "latency_threshold", params: { threshold_ms: 500, window_seconds: 600 } },
      on: { tags: { any: ["shop"] } },
    },
  },
  status_pages: {
    shop: {
      ...{ access: "password", password: { env: "SHOP_PASSWORD" }, groups: [{ name: "Web" }] },
      components: [
        { name: "Shop", group: "Web", targets: ["home"] },
        { name: "All", selector: {} },
      ],
    },
  },
  maintenance_windows: {
    nightly: {
      ...{ duration_seconds: "2h", rrule: "FREQ=DAILY", starts_at: "2026-01-31T02:00:00Z" },
      ...{ show_on: ["shop"], selector: { groups: ["web"] } },
    },
  },
};

export const FULL_COUNT = 21;

let made = 0;

/** Slugs of pages and tokens are unique on a server, so each document has its own. */
export function fullDocument() {
  const nr = ++made;
  /** By the names of the environment variables. */
  const values = {
    TOKEN: "s3cret-token",
    OPS_WEBHOOK_URL: "https://hooks.slack.com/services/T0/B0/abcdefgh",
    BACKUP_PUSH_TOKEN: `push-token-${nr}`,
    SHOP_PASSWORD: "correct horse",
  };
  const pages = FULL.status_pages as { shop: object };
  const document: Document = { ...FULL, status_pages: { shop: { ...pages.shop, slug: `shop-${nr}` } } };
  /** By their places in the document. */
  const credentials = {
    "/secrets/TOKEN": values.TOKEN,
    "/channels/ops/config/webhook_url": values.OPS_WEBHOOK_URL,
    "/heartbeats/backup/push_token": values.BACKUP_PUSH_TOKEN,
    "/status_pages/shop/password": values.SHOP_PASSWORD,
  };
  return { document, credentials, values };
}
