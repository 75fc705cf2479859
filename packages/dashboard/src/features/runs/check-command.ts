import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { curlOf } from "./curl.ts";

/** Requests of checks and steps as shell commands, with literal credentials replaced by variables. */

type ApiStep = ApiMonitor["steps"][number];

type Request = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
};

const REDIRECTS_MAX = 10;

type RequestOptions = Pick<ApiStep, "follow_redirects" | "verify_tls" | "timeout"> &
  Partial<Pick<ApiStep, "auth">>;

export function checkCommand(
  request: Request,
  { follow_redirects, verify_tls, timeout, auth }: RequestOptions,
): string {
  const user = auth?.type === "basic" && `${auth.username}:${maskCredential("password", auth.password)}`;
  return curlOf({ ...request, headers: withoutCredentials(request.headers) }, [
    ...(user ? [{ name: "--user", value: user }] : []),
    ...(follow_redirects ? [{ name: `--location --max-redirs ${REDIRECTS_MAX}` }] : []),
    ...(verify_tls ? [] : [{ name: "--insecure" }]),
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
