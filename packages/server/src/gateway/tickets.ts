import { createHmac, timingSafeEqual } from "node:crypto";
import type { CheckJob } from "@vedette/contract/check-run.ts";
import type { RunJob } from "@vedette/contract/run-job.ts";
import { REPORT_KEPT_MS } from "@vedette/contract/runner-protocol.ts";

/**
 * What shows that work was handed out to somebody: signed rather than remembered, so that a report is good at
 * every node and after a restart, and a stolen key makes up no result of work that was never handed out with it.
 * A ticket counts for one piece of work of one key; what becomes of a second report of it is decided where
 * repeated reports always are.
 */
export type Tickets = {
  forCheck(key: Holder, job: CheckJob, handedAtMs: number): string;
  forRun(key: Holder, job: RunJob, handedAtMs: number): string;
  /** When the work was handed out; null for a ticket of other work, another key, or of too long ago. */
  readCheck(key: Holder, shown: Shown<NamedCheck>): number | null;
  readRun(key: Holder, shown: Shown<NamedRun>): number | null;
  /** Names a stored file to the holder of a key, while it works on a run. */
  forFile(key: Holder, file: { runId: string; storeKey: string }): string;
  /** The file's key in the store; null for what was not named to this holder. */
  readFile(key: Holder, ref: string): { runId: string; storeKey: string } | null;
};

export type Holder = { keyId: string; orgId: string; location: string };
type NamedCheck = Pick<CheckJob, "seriesKey" | "slotMs" | "trigger">;
export type NamedRun = Pick<RunJob, "runId" | "attempt" | "lease" | "targetId">;
type Shown<Named> = { ticket: string; named: Named; nowMs: number };

/** Between the tries of a check. */
const RETRY_PAUSE_MS = 1_000;
/** For what a runner needs beyond its timeouts: to stop a browser, to send files. */
const SPARE_MS = 60_000;

export function createTickets({ secret }: { secret: string }): Tickets {
  function macOf(purpose: string, parts: readonly (string | number)[]): Buffer {
    // Bound to its purpose: what the installation's secret signs elsewhere is no ticket. No part holds a NUL.
    return createHmac("sha256", secret)
      .update(`${purpose}\0${parts.join("\0")}`)
      .digest();
  }

  function issue(name: readonly (string | number)[], handedAtMs: number, goodUntilMs: number): string {
    const [from, until] = [toText(handedAtMs), toText(goodUntilMs)];
    return `${from}.${until}.${macOf("runner ticket", [...name, from, until]).toString("base64url")}`;
  }

  function read(ticket: string, name: readonly (string | number)[], nowMs: number): number | null {
    const [from = "", until = "", mac = "", ...more] = ticket.split(".");
    if (more.length > 0 || !isSame(mac, macOf("runner ticket", [...name, from, until]))) return null;
    return Number.parseInt(until, 36) < nowMs ? null : Number.parseInt(from, 36);
  }

  return {
    forCheck(key, job, handedAtMs) {
      const { timeoutMs, retries } = job.spec;
      const doneByMs = job.startByMs + (timeoutMs + RETRY_PAUSE_MS) * (retries + 1);
      return issue(nameOfCheck(key, job), handedAtMs, doneByMs + SPARE_MS + REPORT_KEPT_MS);
    },
    forRun(key, job, handedAtMs) {
      const doneByMs = job.startByMs + job.spec.timeoutMs;
      return issue(nameOfRun(key, job), handedAtMs, doneByMs + SPARE_MS + REPORT_KEPT_MS);
    },
    readCheck: (key, { ticket, named, nowMs }) => read(ticket, nameOfCheck(key, named), nowMs),
    readRun: (key, { ticket, named, nowMs }) => read(ticket, nameOfRun(key, named), nowMs),
    forFile(key, { runId, storeKey }) {
      const mac = macOf("runner file", [...nameOfHolder(key), runId, storeKey]);
      return `${runId}.${storeKey}.${mac.toString("base64url")}`;
    },
    readFile(key, ref) {
      const [runId = "", storeKey = "", mac = "", ...more] = ref.split(".");
      if (more.length > 0 || !isSame(mac, macOf("runner file", [...nameOfHolder(key), runId, storeKey])))
        return null;
      return { runId, storeKey };
    },
  };
}

function nameOfHolder({ keyId, orgId, location }: Holder): string[] {
  return [keyId, orgId, location];
}

function nameOfCheck(key: Holder, { seriesKey, slotMs, trigger }: NamedCheck): (string | number)[] {
  return ["check", ...nameOfHolder(key), seriesKey, slotMs, trigger];
}

function nameOfRun(key: Holder, { runId, attempt, lease, targetId }: NamedRun): (string | number)[] {
  return ["run", ...nameOfHolder(key), runId, attempt, lease, targetId];
}

function toText(ms: number): string {
  return Math.ceil(ms).toString(36);
}

function isSame(shown: string, right: Buffer): boolean {
  const bytes = Buffer.from(shown, "base64url");
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
