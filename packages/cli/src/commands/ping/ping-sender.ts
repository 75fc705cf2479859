import { setTimeout as pause } from "node:timers/promises";
import { printableLine } from "../../command-line/printable.ts";
import { RefusedError, UnavailableError } from "../../exit-codes.ts";

/** A job must not wait long for its ping. */
const TIMEOUT_MS = 10_000;
/** Pauses between attempts. A restart of the server takes some seconds. */
const PAUSES_MS = [1_000, 5_000];
const TOO_MANY = 429;
const SERVER_ERROR = 500;

export type Ping = {
  /** What is appended to the ping URL: empty for success, `/start`, `/fail`, `/<exit code>`. */
  action: string;
  rid: string | null;
  body: Buffer | null;
};

/** Sends pings to one heartbeat. */
export class PingSender {
  readonly #url: URL;

  constructor(url: URL) {
    this.#url = url;
  }

  /** Tries again if that can help. */
  async send(ping: Ping): Promise<void> {
    for (const waitMs of PAUSES_MS) {
      try {
        await this.sendOnce(ping);
        return;
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        await pause(waitMs);
      }
    }
    await this.sendOnce(ping);
  }

  /** Returns how many bytes of a body are kept; null if the server does not say. */
  async sendOnce({ action, rid, body }: Ping): Promise<number | null> {
    const url = new URL(this.#url);
    url.pathname = url.pathname.replace(/\/+$/, "") + action;
    if (rid !== null) url.searchParams.set("rid", rid);
    const response = await this.#request(url, body);
    const text = await response.text().catch(() => "");
    if (!response.ok) throw refusalOf(response.status, text);
    const limit = Number(response.headers.get("ping-body-limit") ?? Number.NaN);
    return Number.isInteger(limit) && limit >= 0 ? limit : null;
  }

  async #request(url: URL, body: Buffer | null): Promise<Response> {
    try {
      return await fetch(url, {
        method: "POST",
        ...(body !== null && { body: new Uint8Array(body), headers: { "content-type": "text/plain" } }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new UnavailableError(`${url.host} cannot be reached (${printableLine(String(reason))})`);
    }
  }
}

function refusalOf(status: number, text: string): Error {
  const message = `the server answered ${status}: ${printableLine(text.slice(0, TEXT_LENGTH_MAX))}`;
  return status === TOO_MANY || status >= SERVER_ERROR
    ? new UnavailableError(message)
    : new RefusedError(message);
}

const TEXT_LENGTH_MAX = 200;
