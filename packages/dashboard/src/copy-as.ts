import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { checkAsCommand } from "./features/checks/check-commands.ts";
import { safeAuth, safeUser } from "./features/runs/auth-command.ts";
import { checkCommand, withoutCredentials } from "./features/runs/check-command.ts";
import { curlOf, withQuery } from "./features/runs/curl.ts";
import { maskCredential } from "./features/runs/mask-credential.ts";

/**
 * Converts targets to POSIX shell commands. Pure. `{{NAME}}` stays unchanged. A literal credential is replaced by a
 * variable, so that no secret is copied unnoticed.
 */

type ApiStep = ApiMonitor["steps"][number];

/** Returns the check of a monitor as one command. */
export function monitorAsCurl(monitor: Monitor): string {
  return checkAsCommand(monitor);
}

/** Returns one command for each step of an API monitor. Extracted variables stay `{{NAME}}`. */
export function apiMonitorAsCurl({ steps }: Pick<ApiMonitor, "steps">): string {
  return steps
    .map((step, index) => `# ${index + 1}. ${oneLine(step.name)}\n${stepAsCurl(step)}`)
    .join("\n\n");
}

/** Returns the API request that creates the same monitor on this server. */
export function monitorAsCode(origin: string, monitor: Monitor): string {
  return createCommand(origin, "monitors", {
    ...writable(monitor),
    headers: withoutCredentials(monitor.headers),
    auth: monitor.auth && safeAuth(monitor.auth),
    proxy: monitor.proxy && {
      ...monitor.proxy,
      auth: monitor.proxy.auth && safeUser(monitor.proxy.auth),
    },
  });
}

export function apiMonitorAsCode(origin: string, monitor: ApiMonitor): string {
  return createCommand(origin, "api-monitors", {
    ...writable(monitor),
    variables: withoutCredentials(monitor.variables),
    steps: monitor.steps.map(safeStep),
  });
}

export function journeyAsCode(origin: string, journey: Journey): string {
  const steps = journey.steps?.map((step) => ({
    ...safeStep(step),
    ...(step.secret !== undefined && { secret: maskCredential("totp_secret", step.secret) }),
  }));
  return createCommand(origin, "journeys", { ...writable(journey), steps: steps ?? null });
}

/** The token of senders is a credential, and the slug and the UUID are unique. */
export function heartbeatAsCode(origin: string, heartbeat: Heartbeat): string {
  const { slug: _slug, ping_uuid: _uuid, push_token: _token, ...fields } = writable(heartbeat);
  return createCommand(origin, "heartbeats", fields);
}

/** Fields of responses that requests do not have. */
const READ_ONLY = new Set([
  "id",
  "org_id",
  "status",
  "status_since",
  "last_run",
  "last_checked_at",
  "last_response_time_ms",
  "ssl_expires_at",
  "baseline",
  "set_status",
  "domain_expires_at",
  "registration",
  "state",
  "ping_url",
  "ping_count",
  "last_ping_at",
  "last_duration_ms",
  "next_expected_at",
  "created_at",
  "updated_at",
]);

function writable(target: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(target).filter(([name]) => !READ_ONLY.has(name)));
}

function createCommand(origin: string, noun: string, fields: Record<string, unknown>): string {
  const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
  const request = {
    method: "POST",
    url: `${origin}/api/v1/${noun}`,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body, null, 2),
  };
  // Double quotes, so that the shell expands the variable.
  return curlOf(request, [{ name: `-H "Authorization: Bearer $VEDETTE_KEY"` }]);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === "" || (typeof value === "object" && Object.keys(value as object).length === 0)
  );
}

type MayHoldCredentials = {
  headers?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  auth?: ApiStep["auth"] | undefined;
};

function safeStep<Step extends MayHoldCredentials>(step: Step): Step {
  const { headers, query, auth } = step;
  return {
    ...step,
    ...(headers && { headers: withoutCredentials(headers) }),
    ...(query && { query: withoutCredentials(query) }),
    ...(auth && { auth: safeAuth(auth) }),
  };
}

function stepAsCurl(step: ApiStep): string {
  const { method, url, query, body } = step;
  const isJson = body !== null && body !== undefined && typeof body !== "string";
  const names = new Set(Object.keys(step.headers).map((name) => name.toLowerCase()));
  const headers = {
    ...step.headers,
    ...(isJson && !names.has("content-type") && { "Content-Type": "application/json" }),
  };
  const text = isJson ? JSON.stringify(body) : ((body as string | null | undefined) ?? null);
  return checkCommand({ method, url: withQuery(url, withoutCredentials(query)), headers, body: text }, step);
}

/** Removes line breaks: they would end the comment, and the shell would run the rest. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
