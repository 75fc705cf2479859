import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UsageError } from "../exit-codes.ts";
import type { Found, Source } from "./discovered.ts";
import { getText } from "./get-text.ts";
import { KUBERNETES_LISTS } from "./kubernetes-objects.ts";

/** Reads annotated objects from a Kubernetes API server, in pages. Kinds that the cluster does not have are left out. */

const ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";
const PAGE_LIMIT = 500;
const PAGES_MAX = 100;

export type ClusterOptions = {
  apiServer: string | undefined;
  tokenFile: string | undefined;
  caFile: string | undefined;
  namespace: string | undefined;
};

const list = z.object({
  metadata: z.object({ continue: z.string().nullish() }).nullish(),
  items: z.array(z.unknown()).nullish(),
});

export function kubernetesSource(
  options: ClusterOptions,
  env: Readonly<Record<string, string | undefined>>,
): Source {
  const url = apiServerOf(options, env);
  return {
    name: "kubernetes",
    async read(signal) {
      // Tokens of service accounts are replaced every hour, so each pass reads them again.
      const token = await readOptional(options.tokenFile ?? `${ACCOUNT_FOLDER}/token`);
      const ca = await readOptional(options.caFile ?? `${ACCOUNT_FOLDER}/ca.crt`);
      const found: Found = { monitors: [], faults: [] };
      for (const { kind, path, read } of KUBERNETES_LISTS) {
        const items = await listAll(url, { path: inNamespace(path, options.namespace), token, ca, signal });
        for (const item of items ?? []) {
          const { monitors, faults } = read(kind, item);
          found.monitors.push(...monitors);
          found.faults.push(...faults);
        }
      }
      return found;
    },
  };
}

function apiServerOf(
  { apiServer }: ClusterOptions,
  {
    KUBERNETES_SERVICE_HOST: host,
    KUBERNETES_SERVICE_PORT: port = "443",
  }: Readonly<Record<string, string | undefined>>,
): URL {
  const text = apiServer ?? (host ? `https://${host.includes(":") ? `[${host}]` : host}:${port}` : undefined);
  const url = text === undefined ? null : URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(
    "No API server: run in a pod, or set --api-server URL, for example to the address of 'kubectl proxy'.",
  );
}

/** `/apis/<group>/<version>/<plural>` in one namespace. */
function inNamespace(path: string, namespace: string | undefined): string {
  if (namespace === undefined) return path;
  const at = path.lastIndexOf("/");
  return `${path.slice(0, at)}/namespaces/${encodeURIComponent(namespace)}${path.slice(at)}`;
}

async function readOptional(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

type ListRequest = { path: string; token: string | null; ca: string | null; signal: AbortSignal };

/** Returns the items of all pages, or null if the cluster does not have the kind. */
async function listAll(url: URL, { path, ...request }: ListRequest): Promise<unknown[] | null> {
  const items: unknown[] = [];
  let next = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE_LIMIT), ...(next !== "" && { continue: next }) });
    const { status, text } = await get(url, { ...request, path: `${path}?${query}` });
    if (status === 404) return null;
    if (status !== 200) throw new Error(`${url.host}${path} answered ${status}: ${text.slice(0, 200)}`);
    const answer = list.parse(JSON.parse(text));
    items.push(...(answer.items ?? []));
    next = answer.metadata?.continue ?? "";
    if (next === "") return items;
  }
  throw new Error(`${url.host}${path} has more than ${PAGE_LIMIT * PAGES_MAX} objects`);
}

function get(url: URL, { path, token, ca, signal }: ListRequest): Promise<{ status: number; text: string }> {
  return getText({
    isSecure: url.protocol === "https:",
    // Without the brackets of IPv6.
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port,
    path: `${url.pathname.replace(/\/+$/, "")}${path}`,
    headers: { accept: "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    signal,
    ...(ca !== null && { ca }),
  });
}
