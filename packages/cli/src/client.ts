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

/** The API as the commands use it: plain data in and out, every failure an error with a sentence. */
export type Client = {
  /** All pages, in the order of the server. */
  listMonitors(filter: { status?: string }): Promise<Monitor[]>;
  getMonitor(id: string): Promise<Monitor>;
  createMonitor(input: MonitorInput): Promise<Monitor>;
  /** Answers when the check is done. */
  checkMonitor(id: string): Promise<ManualCheck>;
  deleteMonitor(id: string): Promise<void>;
  createJourney(input: JourneyCreateInput): Promise<Journey>;
  /** Starts a run, and answers before it has begun. */
  runJourney(id: string, overrides: JourneyTriggerInput): Promise<PipelineRun>;
  /** The same at all locations, or at one: a run for each. */
  runApiMonitor(id: string, location: string | undefined): Promise<string[]>;
  /** Sends the document as a file; answers with what it becomes, or would become in a dry run. */
  importApiMonitors(document: Uint8Array, order: ImportOrder): Promise<ApiMonitorImport>;
  /** The run as it is once it has ended, or after that many seconds. */
  waitForRun(id: string, seconds: number): Promise<PipelineRun>;
};

export type MonitorInput = { name: string; type: "url"; url: string; interval?: number };

export type ImportOrder = {
  format: string | undefined;
  name: string | undefined;
  select: { [Key in keyof ImportSelection]?: readonly string[] };
  isDryRun: boolean;
  /** True also enables API monitors with steps that write. */
  isEnabled: boolean;
};

const PAGE_LIMIT = 200;
/** 100,000 monitors; a server whose cursor goes in circles ends here. */
const PAGES_MAX = 500;
const REQUEST_TIMEOUT_MS = 30_000;
/** Node's fetch waits 300 s for the first byte of an answer and cannot be told otherwise. */
const CHECK_TIMEOUT_MS = 290_000;
/** 50 MiB over a line of 10 Mbit/s, and a minute for the server to wait for a free thread and to read it. */
const IMPORT_TIMEOUT_MS = 120_000;

type Request = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  form?: FormData;
  timeoutMs?: number;
};
type Answer<T> = { data: T; meta?: { next_cursor?: string | null; run_ids?: string[] } };

export function connect({ url, key }: { url: URL; key: string }): Client {
  const base = new URL(`${url.pathname.replace(/\/+$/, "")}/api/v1/`, url);

  async function ask<T>(request: Request): Promise<Answer<T>> {
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
        // A redirect would carry the key to an address that nobody named.
        redirect: "error",
      });
      return answerOf<T>(response, await response.text());
    } catch (error) {
      throw error instanceof TypeError || error instanceof DOMException
        ? unreachable(base, error, timeoutMs)
        : error;
    }
  }

  // Beside /api/v1: what pipelines use has no version.
  const agentPath = (path: string) => `../agent/${path}`;
  const monitorPath = (id: string) => `monitors/${encodeURIComponent(id)}`;

  return {
    async listMonitors({ status }) {
      const monitors: Monitor[] = [];
      const query = new URLSearchParams({ limit: String(PAGE_LIMIT), sort: "name" });
      if (status !== undefined) query.set("status", status);
      for (let page = 0; page < PAGES_MAX; page++) {
        const { data, meta } = await ask<Monitor[]>({ method: "GET", path: `monitors?${query}` });
        monitors.push(...data);
        if (!meta?.next_cursor) return monitors;
        query.set("cursor", meta.next_cursor);
      }
      throw new UnavailableError(`The server's list did not end after ${PAGES_MAX} pages.`);
    },
    getMonitor: async (id) => (await ask<Monitor>({ method: "GET", path: monitorPath(id) })).data,
    createMonitor: async (body) => (await ask<Monitor>({ method: "POST", path: "monitors", body })).data,
    async checkMonitor(id) {
      const path = `${monitorPath(id)}/check`;
      return (await ask<ManualCheck>({ method: "POST", path, timeoutMs: CHECK_TIMEOUT_MS })).data;
    },
    async deleteMonitor(id) {
      await ask({ method: "DELETE", path: monitorPath(id) });
    },
    createJourney: async (body) => (await ask<Journey>({ method: "POST", path: "journeys", body })).data,
    async runJourney(id, body) {
      const path = agentPath(`journeys/${encodeURIComponent(id)}/trigger`);
      return (await ask<PipelineRun>({ method: "POST", path, body })).data;
    },
    async runApiMonitor(id, location) {
      const path = `api-monitors/${encodeURIComponent(id)}/trigger`;
      const body = location === undefined ? {} : { location };
      const { data, meta } = await ask<Run>({ method: "POST", path, body });
      return meta?.run_ids ?? [data.id];
    },
    async importApiMonitors(document, order) {
      const form = importForm(document, order);
      const path = "api-monitors/import/file";
      return (await ask<ApiMonitorImport>({ method: "POST", path, form, timeoutMs: IMPORT_TIMEOUT_MS })).data;
    },
    async waitForRun(id, seconds) {
      const path = agentPath(`runs/${encodeURIComponent(id)}?wait=${seconds}`);
      const timeoutMs = REQUEST_TIMEOUT_MS + seconds * 1_000;
      return (await ask<PipelineRun>({ method: "GET", path, timeoutMs })).data;
    },
  };
}

function importForm(
  document: Uint8Array,
  { format, name, select, isDryRun, isEnabled }: ImportOrder,
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

/** The data of an envelope. That it has the contract's shape is the server's promise, made by its schemas. */
function answerOf<T>(response: Response, text: string): Answer<T> {
  const body = readJson(text) as ({ success: true } & Answer<T>) | Failure | null;
  if (body?.success === true) return body;
  if (body?.success === false) throw refusal(response.status, body.error);
  throw new UnavailableError(
    `The address answered ${response.status} with something that is no Vedette answer: check the address.`,
  );
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch (error) {
    // A proxy's page, for one; the caller says so.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refusal(status: number, { message, details = [] }: Failure["error"]): Error {
  // The message may tell the first fault already.
  const more = details
    .map(({ path, message: fault }) => `${path} ${fault}`)
    .filter((text) => !message.includes(text));
  const text = [message, ...more.map((line) => `  ${line}`)].join("\n");
  return status >= 500 || status === 429 ? new UnavailableError(text) : new RefusedError(text);
}

function unreachable(base: URL, error: Error, timeoutMs: number): UnavailableError {
  if (error.name === "TimeoutError") {
    return new UnavailableError(`${base.host} did not answer within ${timeoutMs / 1_000} s.`);
  }
  return new UnavailableError(
    `${base.host} cannot be reached (${causeText(error)}): check the address, and that it runs.`,
  );
}

/** Fetch hides what happened in the cause: a code such as ECONNREFUSED, or words. */
function causeText({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message;
  return "code" in cause ? String(cause.code) : cause.message;
}
