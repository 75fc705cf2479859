import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";

/** A status page with the defaults of the server. */
export function aStatusPage(fields: Partial<StatusPage> = {}): StatusPage {
  return {
    ...{ id: "p1", org_id: "o1", public_id: "a".repeat(16), url: "https://vedette.example/status/acme" },
    ...{ slug: "acme", title: "Acme", description: "", published: false, access: "public" },
    ...{ has_password: false, has_feed_token: false, email_domains: [], ip_allow: [], theme: "system" },
    ...{ colors: {}, custom_css: "", images: { logo_light: null, logo_dark: null, favicon: null } },
    ...{ links: [], hide_branding: false, noindex: false, timezone: null, languages: [] },
    ...{ default_language: "en", history_days: 90, min_incident_seconds: 0 },
    show: { uptime: true, response_chart: false, component_values: true, subscribers: true },
    automatic: { incidents: "never", publish_after_seconds: 120 },
    ...{ created_at: "2026-11-26T00:00:00.000Z", updated_at: "2026-11-26T00:00:00.000Z" },
    ...fields,
  };
}
