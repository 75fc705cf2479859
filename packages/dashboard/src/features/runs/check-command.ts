import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { curlOf } from "./curl.ts";

/** Requests of checks and steps as shell commands, with literal credentials replaced by variables. */

type ApiStep = ApiMonitor["steps"][number];

type Request = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
};

const REDIRECTS_MAX_DEFAULT = 10;

type RequestOptions = Pick<ApiStep, "follow_redirects" | "verify_tls" | "timeout"> &
  Partial<Pick<ApiStep, "auth">> &
  Partial<Pick<Monitor, "max_redirects" | "ip_family" | "resolve">>;

export function checkCommand(
  request: Request,
  { follow_redirects, verify_tls, timeout, auth, max_redirects, ip_family, resolve = {} }: RequestOptions,
): string {
  const user = auth?.type === "basic" && `${auth.username}:${maskCredential("password", auth.password)}`;
  return curlOf({ ...request, headers: withoutCredentials(request.headers) }, [
    ...(user ? [{ name: "--user", value: user }] : []),
    ...(follow_redirects
      ? [{ name: `--location --max-redirs ${max_redirects ?? REDIRECTS_MAX_DEFAULT}` }]
      : []),
    ...(verify_tls ? [] : [{ name: "--insecure" }]),
    ...(ip_family === 4 || ip_family === 6 ? [{ name: `--ipv${ip_family}` }] : []),
    ...Object.entries(resolve).map(([host, address]) => ({ name: "--resolve", value: `${host}:${address}` })),
    { name: `--max-time ${timeout}` },
  ]);
}

const CREDENTIAL = /authorization|cookie|token|secret|passw|api[-_]?key|signature|credential/i;

export function withoutCredentials(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      CREDENTIAL.test(name) ? maskCredential(name, value) : value,
    ]),
  );
}

/** Replaces a literal credential by a variable. A value that contains a variable stays unchanged. */
export function maskCredential(name: string, value: string): string {
  if (value === "" || value.includes("{{")) return value;
  return `{{${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}}}`;
}
