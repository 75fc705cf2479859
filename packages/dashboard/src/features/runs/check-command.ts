import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { authHeaders, authOptions, type CurlOption, safeAuth, safeUser, userOption } from "./auth-command.ts";
import { curlOf } from "./curl.ts";
import { maskCredential } from "./mask-credential.ts";

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
  Partial<Pick<Monitor, "max_redirects" | "ip_family" | "resolve" | "proxy">>;

export function checkCommand(
  request: Request,
  { follow_redirects, verify_tls, timeout, max_redirects, ip_family, ...options }: RequestOptions,
): string {
  const { auth = null, proxy = null, resolve = {} } = options;
  const safe = auth && safeAuth(auth);
  const headers = { ...request.headers, ...authHeaders(safe) };
  return curlOf({ ...request, headers: withoutCredentials(headers) }, [
    ...authOptions(safe),
    ...proxyOptions(proxy),
    ...(follow_redirects
      ? [{ name: `--location --max-redirs ${max_redirects ?? REDIRECTS_MAX_DEFAULT}` }]
      : []),
    ...(verify_tls ? [] : [{ name: "--insecure" }]),
    ...(ip_family === 4 || ip_family === 6 ? [{ name: `--ipv${ip_family}` }] : []),
    ...Object.entries(resolve).map(([host, address]) => ({ name: "--resolve", value: `${host}:${address}` })),
    { name: `--max-time ${timeout}` },
  ]);
}

function proxyOptions(proxy: Monitor["proxy"]): CurlOption[] {
  if (proxy === null) return [];
  return [
    { name: "--proxy", value: proxy.url.replace(/^socks5:/, "socks5h:") },
    ...(proxy.auth ? [userOption("--proxy-user", safeUser(proxy.auth))] : []),
  ];
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
