import type { ResponseHead } from "../exchange.ts";

/** Headers whose value identifies a server. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-generator",
]);
/** Headers of proxies and content delivery networks whose value differs by request or by server. */
const NAME_ONLY: ReadonlySet<string> = new Set([
  "cf-ray",
  "fly-request-id",
  "x-akamai-request-id",
  "x-amz-cf-id",
  "x-amz-request-id",
  "x-amzn-requestid",
  "x-azure-ref",
  "x-cache",
  "x-envoy-upstream-service-time",
  "x-github-request-id",
  "x-nf-request-id",
  "x-served-by",
  "x-varnish",
  "x-vercel-id",
]);
/** The length and the first letter of these names. Nearly all other headers differ in one, and need no copy in lower case. */
const STARTS: ReadonlySet<number> = new Set([...WITH_VALUE, ...NAME_ONLY, "via"].map(startOf));

function startOf(name: string): number {
  const lowerCase = 0x20;
  return name.length * 0x1_00_00 + (name.charCodeAt(0) | lowerCase);
}

/** The headers of a response that identify servers, in one text, in the order of their names. */
export function serverHeaders({ headers, rawHeaders }: ResponseHead): string {
  const found: string[] = [];
  const take = (name: string, value: string) => {
    if (!STARTS.has(startOf(name))) return;
    const lower = name.toLowerCase();
    if (WITH_VALUE.has(lower)) found.push(`${lower}: ${value}`);
    else if (lower === "via") found.push(`via: ${withoutHosts(value)}`);
    else if (NAME_ONLY.has(lower)) found.push(lower);
  };
  if (rawHeaders !== undefined) {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      take(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  } else {
    for (const [name, value] of Object.entries(headers)) take(name, String(value));
  }
  return found.length < 2 ? (found[0] ?? "") : found.sort().join("; ");
}

/** A content delivery network answers with another host of the same domain each time. */
function withoutHosts(via: string): string {
  return via.includes(".") ? via.replaceAll(/[\w-]+\.(?:[\w-]+\.)*([\w-]+\.[a-z][\w-]*)/gi, "$1") : via;
}
