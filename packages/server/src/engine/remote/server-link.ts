import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { success } from "@vedette/contract/common/envelope.ts";
import {
  POLL_HOLD_MS,
  RUNNER_PROTOCOL,
  RUNNER_PROTOCOL_HEADER,
  type RunnerPoll,
  type RunnerReceipt,
  type RunnerReports,
  type RunnerWork,
  runnerArtifactSchema,
  runnerReceiptSchema,
  runnerWorkSchema,
} from "@vedette/contract/runners/runner-protocol.ts";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import { z } from "zod";
import type { ServerClient, ServerMessage, ServerReply } from "../../platform/net/server-client.ts";

/** The requests of a runner to its server. It must not know the queue or the clock. */
export type ServerLink = {
  poll(poll: RunnerPoll, signal: AbortSignal): Promise<RunnerWork>;
  report(reports: RunnerReports): Promise<RunnerReceipt>;
  /** Uploads a file of a run and returns its reference for the report. */
  upload(file: RunFile): Promise<string>;
  /** Downloads a file that a run refers to. Returns null if it no longer exists. */
  download(ref: string): Promise<Buffer | null>;
};

export type RunFile = { ticket: string; kind: ArtifactKind; bytes: number; stream: Readable };

/** The server is unavailable, busy or being updated: retry, not before `retryAfterMs`. */
export class ServerUnavailableError extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The server rejects all requests of this runner: its operator has to act. */
export class RunnerRejectedError extends Error {}

/** The server rejects this request and would reject a retry. */
export class RequestRejectedError extends Error {}

/** Longer than the server holds a poll. */
const POLL_TIMEOUT_MS = POLL_HOLD_MS + 15_000;
const REPORT_TIMEOUT_MS = 30_000;
/** 25 MiB at 200 kB/s. */
const FILE_TIMEOUT_MS = 130_000;
/** A smaller body gains nothing from compression. */
const COMPRESS_FROM_BYTES = 2_000;
const RETRY_AFTER_MAX_MS = 60_000;

const pack = promisify(gzip);

export function createServerLink({
  client,
  key,
  version,
}: {
  client: ServerClient;
  key: string;
  version: string;
}): ServerLink {
  const common = {
    authorization: `Bearer ${key}`,
    accept: "application/json",
    "user-agent": `vedette-runner/${version}`,
    [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL),
  };

  async function send(message: ServerMessage): Promise<ServerReply> {
    let response: ServerReply;
    try {
      response = await client.send({ ...message, headers: { ...common, ...message.headers } });
    } catch (error) {
      throw new ServerUnavailableError(`The server was not reached: ${reasonOf(error)}`, { cause: error });
    }
    if (response.status >= 200 && response.status < 300) return response;
    throw toError(response);
  }

  async function sendJson(
    path: string,
    { body, ...rest }: { body: object; timeoutMs: number; signal?: AbortSignal },
  ): Promise<ServerReply> {
    const plain = Buffer.from(JSON.stringify(body));
    const isCompressed = plain.length >= COMPRESS_FROM_BYTES;
    return send({
      method: "POST",
      path,
      headers: { "content-type": "application/json", ...(isCompressed && { "content-encoding": "gzip" }) },
      body: isCompressed ? await pack(plain) : plain,
      ...rest,
    });
  }

  return {
    async poll(poll, signal) {
      const response = await sendJson("/api/agent/runner/poll", {
        body: poll,
        timeoutMs: POLL_TIMEOUT_MS,
        signal,
      });
      // The contract explains why the work itself is not validated.
      return dataOf(runnerWorkSchema, response) as unknown as RunnerWork;
    },
    async report(reports) {
      const response = await sendJson("/api/agent/runner/reports", {
        body: reports,
        timeoutMs: REPORT_TIMEOUT_MS,
      });
      return dataOf(runnerReceiptSchema, response);
    },
    async upload(file) {
      const form = formOf(file);
      const response = await send({
        method: "POST",
        path: "/api/agent/runner/files",
        headers: { "content-type": form.contentType },
        body: form,
        timeoutMs: FILE_TIMEOUT_MS,
      });
      return dataOf(runnerArtifactSchema, response).ref;
    },
    async download(ref) {
      try {
        const path = `/api/agent/runner/files/${encodeURIComponent(ref)}`;
        return (await send({ method: "GET", path, headers: {}, timeoutMs: FILE_TIMEOUT_MS })).body;
      } catch (error) {
        if (error instanceof RequestRejectedError) return null;
        throw error;
      }
    },
  };
}

const envelope = success(z.unknown());

function dataOf<S extends z.ZodType>(schema: S, { body }: ServerReply): z.output<S> {
  const response = envelope.safeParse(jsonOf(body));
  const parsed = response.success ? schema.safeParse(response.data.data) : response;
  if (parsed.success) return parsed.data as z.output<S>;
  // Usually a proxy's own page while the server is being updated.
  throw new ServerUnavailableError("The response is not from a Vedette server. Check the URL.");
}

const failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

function toError({ status, headers, body }: ServerReply): Error {
  const failureBody = failure.safeParse(jsonOf(body));
  const words = failureBody.success ? failureBody.data.error.message : `it answered ${status}`;
  if (status === 401 || (status === 403 && failureBody.success)) return new RunnerRejectedError(words);
  if (status === 400 && words.includes("protocol")) return new RunnerRejectedError(words);
  if (status >= 300 && status < 400) {
    return new RunnerRejectedError(`The server redirects to ${String(headers.location)}: use that URL.`);
  }
  // A response without the error envelope comes from a proxy in front of the server.
  const isOurs = failureBody.success && [400, 404, 413, 415].includes(status);
  if (isOurs) return new RequestRejectedError(words);
  return new ServerUnavailableError(`The server is not ready: ${words}`, {
    retryAfterMs: retryAfterMs(headers),
  });
}

function retryAfterMs(headers: ServerReply["headers"]): number {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, RETRY_AFTER_MAX_MS) : 0;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" && !error.message.includes(error.code)
    ? `${error.message} (${error.code})`
    : error.message;
}

/**
 * Builds `multipart/form-data` without a library, because its length must be known before the file is read.
 */
function formOf({ ticket, kind, bytes, stream }: RunFile): {
  stream: Readable;
  bytes: number;
  contentType: string;
} {
  const boundary = randomUUID();
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const head = Buffer.from(`${field("kind", kind)}${field("ticket", ticket)}${fileHead}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts() {
    yield head;
    yield* stream;
    yield tail;
  }
  return {
    stream: Readable.from(parts()),
    bytes: head.length + bytes + tail.length,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
