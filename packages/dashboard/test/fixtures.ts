import { createConfig, flatConfig } from "@vedette/contract/checks/check-config.ts";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";

/** Returns an ISO timestamp the given number of seconds after a fixed start. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
}

/** A monitor as the target list returns it. */
export function aTarget(change: Partial<Target> = {}): Target {
  return {
    id: "m1",
    kind: "monitor",
    name: "Shop",
    type: "url",
    address: "https://shop.example/health",
    status: "up",
    status_since: at(0),
    status_reason: null,
    enabled: true,
    paused_reason: null,
    snooze: null,
    tags: [],
    owner: null,
    group_id: null,
    parents: [],
    last_checked_at: at(0),
    last_duration_ms: 100,
    failures: {},
    ssl_expires_at: null,
    domain_expires_at: null,
    last_run: null,
    locations: ["default"],
    interval_seconds: 60,
    created_at: at(0),
    ...change,
  };
}

export function aMonitor(change: Partial<Monitor> = {}): Monitor {
  return {
    id: "m1",
    org_id: "o1",
    name: "Shop",
    description: "",
    runbook_url: null,
    owner: null,
    group_id: null,
    type: "url",
    ...flatConfig("url", createConfig("url", { url: "https://shop.example/health" })),
    interval: 60,
    timeout: 30,
    locations: ["default"],
    enabled: true,
    retries: 1,
    retry: { count: 1, interval_seconds: 1, backoff: "fixed", other_location: false },
    tags: [],
    parents: [],
    paused_reason: null,
    snooze: null,
    status: "up",
    status_since: at(0),
    status_reason: null,
    last_checked_at: at(0),
    last_response_time_ms: 100,
    ssl_expires_at: null,
    baseline: null,
    set_status: null,
    domain_expires_at: null,
    registration: null,
    created_at: at(0),
    updated_at: at(0),
    ...change,
  };
}

export function aResult(change: Partial<CheckResult> = {}): CheckResult {
  return {
    id: "r1",
    monitor_id: "m1",
    location: "default",
    runner: "local",
    trigger: "schedule",
    status: "up",
    checked_at: at(60),
    response_time_ms: 120,
    timings: { dns_ms: 1, connect_ms: 2, tls_ms: 3, ttfb_ms: 100, download_ms: 14 },
    status_code: 200,
    ip: "192.0.2.1",
    tls: null,
    body_bytes: 2,
    has_body: false,
    attempts: 1,
    assertions: [],
    error: null,
    ...change,
  };
}

/** A result whose target refused the connection. */
export function aFailure(change: Partial<CheckResult> = {}): CheckResult {
  const error = { code: "CONNECT_REFUSED", message: "it refused", phase: "connect" } as const;
  return aResult({ status: "down", status_code: null, error, ...change });
}
