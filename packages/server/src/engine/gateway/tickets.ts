import { createHmac, timingSafeEqual } from "node:crypto";
import type { CheckJob, CheckReport, TrialReport } from "@vedette/contract/checks/check-run.ts";
import { REPORT_KEPT_MS } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import { unstarted, unstartedRun } from "../queue/queue.ts";

/**
 * What shows that work was handed out to somebody. A ticket is the name of the work as a report carries it,
 * signed rather than remembered, so that a report is good at every node and after a restart, and a stolen key
 * makes up no result of work that was never handed out with it. What becomes of a second report of the same work
 * is decided where repeated reports always are.
 */
export type Tickets = {
  forCheck(holder: Holder, job: CheckJob, handedAtMs: number): string;
  forRun(holder: Holder, job: RunJob, handedAtMs: number): string;
  /** The work that a ticket names; null for another key's, for one of too long ago, and for anything else. */
  readCheck(holder: Holder, ticket: string, nowMs: number): Handed<NamedCheck> | null;
  readRun(holder: Holder, ticket: string, nowMs: number): Handed<NamedRun> | null;
  /** Names a stored file to the holder of a key, while it works on a run. */
  forFile(holder: Holder, file: NamedFile): string;
  /** Null for what was not named to this holder. */
  readFile(holder: Holder, ref: string): NamedFile | null;
};

export type Holder = { keyId: string; orgId: string; location: string };
export type NamedCheck = Omit<CheckReport | TrialReport, "runner" | "outcome">;
export type NamedRun = Omit<Extract<RunReport, { event: "unstarted" }>, "runner" | "event">;
export type NamedFile = { runId: string; storeKey: string };
type Handed<Named> = { named: Named; handedAtMs: number };

/** Between the tries of a check. */
const RETRY_PAUSE_MS = 1_000;
/** For what a runner needs beyond its timeouts: to stop a browser, to send files. */
const SPARE_MS = 60_000;

export function createTickets({ secret }: { secret: string }): Tickets {
  const signed = createSigner(secret);

  return {
    forCheck(holder, job, handedAtMs) {
      const { runner: _runner, outcome: _outcome, ...named } = unstarted(job);
      const { timeoutMs, retries } = job.spec;
      const doneByMs = job.startByMs + (timeoutMs + RETRY_PAUSE_MS) * (retries + 1);
      const goodUntilMs = doneByMs + SPARE_MS + REPORT_KEPT_MS;
      return signed.write("check", holder, { named, handedAtMs, goodUntilMs });
    },
    forRun(holder, job, handedAtMs) {
      const { runner: _runner, event: _event, ...named } = unstartedRun(job);
      const goodUntilMs = job.startByMs + job.spec.timeoutMs + SPARE_MS + REPORT_KEPT_MS;
      return signed.write("run", holder, { named, handedAtMs, goodUntilMs });
    },
    readCheck: (holder, ticket, nowMs) => inTime<NamedCheck>(signed.read("check", holder, ticket), nowMs),
    readRun: (holder, ticket, nowMs) => inTime<NamedRun>(signed.read("run", holder, ticket), nowMs),
    forFile: (holder, file) => signed.write("file", holder, file),
    readFile: (holder, ref) => signed.read<NamedFile>("file", holder, ref),
  };
}

function inTime<Named>(
  read: (Handed<Named> & { goodUntilMs: number }) | null,
  nowMs: number,
): Handed<Named> | null {
  return read && read.goodUntilMs >= nowMs ? read : null;
}

/** Text that only this installation can have written, for one purpose and one holder. */
function createSigner(secret: string) {
  function macOf(purpose: string, { keyId, orgId, location }: Holder, text: string): Buffer {
    // Bound to its purpose: what the installation's secret signs elsewhere is no ticket. No part holds a NUL.
    const parts = ["runner", purpose, keyId, orgId, location, text];
    return createHmac("sha256", secret).update(parts.join("\0")).digest();
  }

  return {
    write(purpose: string, holder: Holder, value: object): string {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${macOf(purpose, holder, text).toString("base64url")}`;
    },
    /** Guarantee behind the cast: what is signed for a purpose was written by `write` for the same one. */
    read<T>(purpose: string, holder: Holder, shown: string): T | null {
      const [text = "", mac = "", ...more] = shown.split(".");
      const right = macOf(purpose, holder, text);
      const bytes = Buffer.from(mac, "base64url");
      if (more.length > 0 || bytes.length !== right.length || !timingSafeEqual(bytes, right)) return null;
      return JSON.parse(Buffer.from(text, "base64url").toString()) as T;
    },
  };
}
