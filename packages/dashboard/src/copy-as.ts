import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { Schema } from "./api/client.ts";
import { curlOf } from "./features/runs/curl.ts";

/**
 * What is watched, as commands for a POSIX shell. Pure. `{{NAME}}` stays as it is written; where a credential was
 * typed in place of a variable, one to be made stands for it, so that no secret leaves the page unseen.
 */

type ApiMonitor = Schema<"ApiMonitor">;
type ApiStep = ApiMonitor["steps"][number];
type Journey = Schema<"Journey">;

type Request = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
};

const REDIRECTS_MAX = 10;

/** The check of a monitor as one command; of TCP nothing but the connection is asked for. */
export function monitorAsCurl(monitor: Monitor): string {
  if (monitor.type === "tcp") {
    const host = monitor.host?.includes(":") ? `[${monitor.host}]` : monitor.host;
    const request = { method: "GET", url: `telnet://${host}:${monitor.port}`, headers: {}, body: null };
    return curlOf(request, [{ name: "--verbose" }, { name: `--connect-timeout ${monitor.timeout}` }]);
  }
  const { method, url, headers, body } = monitor;
  return checkCommand({ method: method ?? "GET", url: url ?? "", headers, body: body || null }, monitor);
}

/** The steps of an API monitor, a command each. What one takes from an answer stays `{{NAME}}` in the next. */
export function apiMonitorAsCurl({ steps }: Pick<ApiMonitor, "steps">): string {
  return steps
    .map((step, index) => `# ${index + 1}. ${oneLine(step.name)}\n${stepAsCurl(step)}`)
    .join("\n\n");
}

/** The request that makes the same target anew, at the API of this server. */
export function monitorAsCode(origin: string, monitor: Monitor): string {
  return createCommand(origin, "monitors", {
    ...writable(monitor),
    headers: withoutCredentials(monitor.headers),
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
    ...(step.secret !== undefined && { secret: hidden("totp_secret", step.secret) }),
  }));
  return createCommand(origin, "journeys", { ...writable(journey), steps: steps ?? null });
}

/** What answers carry and requests need not. */
const READ_ONLY = new Set([
  "id",
  "org_id",
  "status",
  "status_since",
  "last_run",
  "last_checked_at",
  "last_response_time_ms",
  "ssl_expires_at",
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
  // Double quotes: the shell puts the key in.
  return curlOf(request, [{ name: `-H "Authorization: Bearer $VEDETTE_KEY"` }]);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === "" || (typeof value === "object" && Object.keys(value as object).length === 0)
  );
}

type MayHoldCredentials = {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  auth?: Auth | null;
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

type Auth = NonNullable<ApiStep["auth"]>;

function safeAuth(auth: Auth): Auth {
  return auth.type === "basic"
    ? { ...auth, password: hidden("password", auth.password) }
    : { ...auth, token: hidden("token", auth.token) };
}

function stepAsCurl(step: ApiStep): string {
  const { method, url, query, auth, body } = step;
  const isJson = body !== null && body !== undefined && typeof body !== "string";
  const names = new Set(Object.keys(step.headers).map((name) => name.toLowerCase()));
  const headers = {
    ...step.headers,
    ...(isJson && !names.has("content-type") && { "Content-Type": "application/json" }),
    ...(auth?.type === "bearer" && { Authorization: `Bearer ${hidden("token", auth.token)}` }),
  };
  const text = isJson ? JSON.stringify(body) : ((body as string | null | undefined) ?? null);
  return checkCommand({ method, url: withQuery(url, withoutCredentials(query)), headers, body: text }, step);
}

/** By hand: `URL` would write `{{NAME}}` as escapes. */
function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  if (pairs.length === 0) return url;
  const [address = "", fragment] = url.split("#");
  const joined = `${address}${address.includes("?") ? "&" : "?"}${pairs.join("&")}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");

type How = Pick<ApiStep, "follow_redirects" | "verify_tls" | "timeout"> & Partial<Pick<ApiStep, "auth">>;

function checkCommand(request: Request, { follow_redirects, verify_tls, timeout, auth }: How): string {
  const user = auth?.type === "basic" && `${auth.username}:${hidden("password", auth.password)}`;
  return curlOf({ ...request, headers: withoutCredentials(request.headers) }, [
    ...(user ? [{ name: "--user", value: user }] : []),
    ...(follow_redirects ? [{ name: `--location --max-redirs ${REDIRECTS_MAX}` }] : []),
    ...(verify_tls ? [] : [{ name: "--insecure" }]),
    { name: `--max-time ${timeout}` },
  ]);
}

const CREDENTIAL = /authorization|cookie|token|secret|passw|api[-_]?key|signature|credential/i;

function withoutCredentials(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      CREDENTIAL.test(name) ? hidden(name, value) : value,
    ]),
  );
}

/** A value that names a variable holds no secret itself. */
function hidden(name: string, value: string): string {
  if (value === "" || value.includes("{{")) return value;
  return `{{${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}}}`;
}

/** A name with a line break would end its comment, and the rest of it would be run. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
