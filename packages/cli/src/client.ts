import { gzipSync } from "node:zlib";
import type { ApiMonitorImport, ImportSelection } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import type { ManualCheck } from "@vedette/contract/checks/check-results.ts";
import type { Failure } from "@vedette/contract/common/envelope.ts";
import type {
  Journey,
  JourneyCreateInput,
  JourneyTriggerInput,
  PipelineRun,
} from "@vedette/contract/journeys/journeys.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { RefusedError, UnavailableError } from "./exit-codes.ts";

/** The API as the commands use it: plain data in and out; every failure is an error with a message. */
export type Client = {
  /** Returns all pages, in the order of the server. */
  listMonitors(filter: { status?: string }): Promise<Monitor[]>;
  getMonitor(id: string): Promise<Monitor>;
  createMonitor(input: MonitorInput): Promise<Monitor>;
  /** Returns when the check is done. */
  checkMonitor(id: string): Promise<ManualCheck>;
  deleteMonitor(id: string): Promise<void>;
  createJourney(input: JourneyCreateInput): Promise<Journey>;
  /** Starts a run, and returns without waiting for it. */
  runJourney(id: string, overrides: JourneyTriggerInput): Promise<PipelineRun>;
  /** Starts a run at each location, or at one; returns the run IDs. */
  runApiMonitor(id: string, location: string | undefined): Promise<string[]>;
  /** Uploads the document as a file; returns the result of the import or of a dry run. */
  importApiMonitors(document: Uint8Array, options: ImportOptions): Promise<ApiMonitorImport>;
  /** Returns the run once it has finished, or after that many seconds. */
  waitForRun(id: string, seconds: number): Promise<PipelineRun>;
};

export type MonitorInput = { name: string; type: "url"; url: string; interval?: number };

export type ImportOptions = {
  format: string | undefined;
  name: string | undefined;
  select: { [Key in keyof ImportSelection]?: readonly string[] };
  isDryRun: boolean;
  /** Whether to also enable API monitors with steps that write. */
  isEnabled: boolean;
};

const PAGE_LIMIT = 200;
/** 100,000 monitors; protects against a server whose cursor never ends. */
const PAGES_MAX = 500;
const REQUEST_TIMEOUT_MS = 30_000;
/** Node's fetch waits at most 300 s for the first byte of a response, which cannot be configured. */
const CHECK_TIMEOUT_MS = 290_000;
/** 50 MiB over 10 Mbit/s, and a minute for the server to wait for a free thread and to parse it. */
const IMPORT_TIMEOUT_MS = 120_000;

type Request = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  form?: FormData;
  timeoutMs?: number;
};
type ApiResponse<T> = { data: T; meta?: { next_cursor?: string | null; run_ids?: string[] } };

export function connect({ url, key }: { url: URL; key: string }): Client {
  const base = new URL(`${url.pathname.replace(/\/+$/, "")}/api/v1/`, url);

  async function send<T>(request: Request): Promise<ApiResponse<T>> {
    const { method, path, body, form, timeoutMs = REQUEST_TIMEOUT_MS } = request;
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    try {
      const response = await fetch(new URL(path, base), {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form !== undefined && { body: form }),
        signal: AbortSignal.timeout(timeoutMs),
        // A redirect would send the key to a URL that the user did not enter.
        redirect: "error",
      });
      return toResult<T>(response, await response.text());
    } catch (error) {
      throw error instanceof TypeError || error instanceof DOMException
        ? unreachable(base, error, timeoutMs)
        : error;
    }
  }

  // The pipeline API next to /api/v1 has no version.
  const agentPath = (path: string) => `../agent/${path}`;
  const monitorPath = (id: string) => `monitors/${encodeURIComponent(id)}`;

  return {
    async listMonitors({ status }) {
      const monitors: Monitor[] = [];
      const query = new URLSearchParams({ limit: String(PAGE_LIMIT), sort: "name" });
      if (status !== undefined) query.set("status", status);
      for (let page = 0; page < PAGES_MAX; page++) {
        const { data, meta } = await send<Monitor[]>({ method: "GET", path: `monitors?${query}` });
        monitors.push(...data);
        if (!meta?.next_cursor) return monitors;
        query.set("cursor", meta.next_cursor);
      }
      throw new UnavailableError(`The list of the server has more than ${PAGES_MAX} pages.`);
    },
    getMonitor: async (id) => (await send<Monitor>({ method: "GET", path: monitorPath(id) })).data,
    createMonitor: async (body) => (await send<Monitor>({ method: "POST", path: "monitors", body })).data,
    async checkMonitor(id) {
      const path = `${monitorPath(id)}/check`;
      return (await send<ManualCheck>({ method: "POST", path, timeoutMs: CHECK_TIMEOUT_MS })).data;
    },
    async deleteMonitor(id) {
      await send({ method: "DELETE", path: monitorPath(id) });
    },
    createJourney: async (body) => (await send<Journey>({ method: "POST", path: "journeys", body })).data,
    async runJourney(id, body) {
      const path = agentPath(`journeys/${encodeURIComponent(id)}/trigger`);
      return (await send<PipelineRun>({ method: "POST", path, body })).data;
    },
    async runApiMonitor(id, location) {
      const path = `api-monitors/${encodeURIComponent(id)}/trigger`;
      const body = location === undefined ? {} : { location };
      const { data, meta } = await send<Run>({ method: "POST", path, body });
      return meta?.run_ids ?? [data.id];
    },
    async importApiMonitors(document, options) {
      const form = importForm(document, options);
      const path = "api-monitors/import/file";
      return (await send<ApiMonitorImport>({ method: "POST", path, form, timeoutMs: IMPORT_TIMEOUT_MS }))
        .data;
    },
    async waitForRun(id, seconds) {
      const path = agentPath(`runs/${encodeURIComponent(id)}?wait=${seconds}`);
      const timeoutMs = REQUEST_TIMEOUT_MS + seconds * 1_000;
      return (await send<PipelineRun>({ method: "GET", path, timeoutMs })).data;
    },
  };
}

function importForm(
  document: Uint8Array,
  { format, name, select, isDryRun, isEnabled }: ImportOptions,
): FormData {
  const form = new FormData();
  if (format !== undefined) form.append("format", format);
  if (name !== undefined) form.append("name", name);
  form.append("dry_run", String(isDryRun));
  if (isEnabled) form.append("enabled", "true");
  if (Object.keys(select).length > 0) form.append("select", JSON.stringify(select));
  const isGzip = document[0] === 0x1f && document[1] === 0x8b;
  form.append("file", new Blob([isGzip ? Uint8Array.from(document) : gzipSync(document)]), "document");
  return form;
}

/** Returns the body of a successful response. The schemas of the server guarantee its shape. */
function toResult<T>(response: Response, text: string): ApiResponse<T> {
  const body = readJson(text) as ({ success: true } & ApiResponse<T>) | Failure | null;
  if (body?.success === true) return body;
  if (body?.success === false) throw toError(response.status, body.error);
  throw new UnavailableError(
    `The URL returned ${response.status} and not a Vedette response: check the URL.`,
  );
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch (error) {
    // For example the error page of a proxy; the caller reports it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function toError(status: number, { message, details = [] }: Failure["error"]): Error {
  // The message may already contain the first error.
  const more = details
    .map(({ path, message: error }) => `${path} ${error}`)
    .filter((text) => !message.includes(text));
  const text = [message, ...more.map((line) => `  ${line}`)].join("\n");
  return status >= 500 || status === 429 ? new UnavailableError(text) : new RefusedError(text);
}

function unreachable(base: URL, error: Error, timeoutMs: number): UnavailableError {
  if (error.name === "TimeoutError") {
    return new UnavailableError(`${base.host} did not respond within ${timeoutMs / 1_000} s.`);
  }
  return new UnavailableError(
    `${base.host} cannot be reached (${causeText(error)}): check the URL, and that the server is running.`,
  );
}

/** Returns the reason that fetch puts into the cause: a code such as ECONNREFUSED, or a message. */
function causeText({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message;
  return "code" in cause ? String(cause.code) : cause.message;
}
