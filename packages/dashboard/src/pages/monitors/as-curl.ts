import type { Monitor } from "@vedette/contract/monitors.ts";

const REDIRECTS_MAX = 10;

/** The request of a URL monitor as a command for a POSIX shell. Pure. */
export function asCurl(monitor: Monitor): string {
  const method = monitor.method ?? "GET";
  return [
    "curl",
    ...(method === "HEAD" ? ["--head"] : method === "GET" ? [] : ["--request", method]),
    ...Object.entries(monitor.headers).flatMap(([name, value]) => ["--header", quoted(`${name}: ${value}`)]),
    ...(monitor.body ? ["--data-raw", quoted(monitor.body)] : []),
    ...(monitor.follow_redirects ? ["--location", "--max-redirs", String(REDIRECTS_MAX)] : []),
    ...(monitor.verify_tls ? [] : ["--insecure"]),
    "--max-time",
    String(monitor.timeout),
    quoted(monitor.url ?? ""),
  ].join(" ");
}

/** Nothing has a meaning within single quotes but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
