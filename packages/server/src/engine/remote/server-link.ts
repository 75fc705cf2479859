import { promisify } from "node:util";
import { gzip } from "node:zlib";
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
import type { ServerClient, ServerMessage, ServerReply } from "../../platform/net/server-client.ts";
import { type RunFile, runFileForm } from "./run-file-form.ts";
import {
  RequestRejectedError,
  reasonOf,
  responseData,
  ServerUnavailableError,
  toError,
} from "./server-response.ts";

/** Longer than the server holds a poll. */
const POLL_TIMEOUT_MS = POLL_HOLD_MS + 15_000;
const REPORT_TIMEOUT_MS = 30_000;
/** 25 MiB at 200 kB/s. */
const FILE_TIMEOUT_MS = 130_000;
/** A smaller body gains nothing from compression. */
const COMPRESS_FROM_BYTES = 2_000;

const pack = promisify(gzip);

/** The requests of a runner to its server. It must not know the queue or the clock. */
export class ServerLink {
  readonly #client: ServerClient;
  readonly #headers: Record<string, string>;

  constructor({ client, key, version }: { client: ServerClient; key: string; version: string }) {
    this.#client = client;
    this.#headers = {
      authorization: `Bearer ${key}`,
      accept: "application/json",
      "user-agent": `vedette-runner/${version}`,
      [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL),
    };
  }

  async poll(poll: RunnerPoll, signal: AbortSignal): Promise<RunnerWork> {
    const path = "/api/agent/runner/poll";
    const response = await this.#sendJson(path, { body: poll, timeoutMs: POLL_TIMEOUT_MS, signal });
    // The contract explains why the work itself is not validated.
    return responseData(runnerWorkSchema, response) as unknown as RunnerWork;
  }

  async report(reports: RunnerReports): Promise<RunnerReceipt> {
    const path = "/api/agent/runner/reports";
    const response = await this.#sendJson(path, { body: reports, timeoutMs: REPORT_TIMEOUT_MS });
    return responseData(runnerReceiptSchema, response);
  }

  /** Uploads a file of a run and returns its reference for the report. */
  async upload(file: RunFile): Promise<string> {
    const form = runFileForm(file);
    const response = await this.#send({
      method: "POST",
      path: "/api/agent/runner/files",
      headers: { "content-type": form.contentType },
      body: form,
      timeoutMs: FILE_TIMEOUT_MS,
    });
    return responseData(runnerArtifactSchema, response).ref;
  }

  /** Downloads a file that a run refers to. Returns null if it no longer exists. */
  async download(ref: string): Promise<Buffer | null> {
    try {
      const path = `/api/agent/runner/files/${encodeURIComponent(ref)}`;
      return (await this.#send({ method: "GET", path, headers: {}, timeoutMs: FILE_TIMEOUT_MS })).body;
    } catch (error) {
      if (error instanceof RequestRejectedError) return null;
      throw error;
    }
  }

  async #send(message: ServerMessage): Promise<ServerReply> {
    let response: ServerReply;
    try {
      response = await this.#client.send({ ...message, headers: { ...this.#headers, ...message.headers } });
    } catch (error) {
      throw new ServerUnavailableError(`The server was not reached: ${reasonOf(error)}`, { cause: error });
    }
    if (response.status >= 200 && response.status < 300) return response;
    throw toError(response);
  }

  async #sendJson(
    path: string,
    { body, ...rest }: { body: object; timeoutMs: number; signal?: AbortSignal },
  ): Promise<ServerReply> {
    const plain = Buffer.from(JSON.stringify(body));
    const isCompressed = plain.length >= COMPRESS_FROM_BYTES;
    return this.#send({
      method: "POST",
      path,
      headers: { "content-type": "application/json", ...(isCompressed && { "content-encoding": "gzip" }) },
      body: isCompressed ? await pack(plain) : plain,
      ...rest,
    });
  }
}
