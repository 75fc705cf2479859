import { createHmac, timingSafeEqual } from "node:crypto";
import { longestCheckMs } from "@vedette/contract/checks/check-duration.ts";
import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import { REPORT_KEPT_MS } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import { unstarted, unstartedRun } from "../queue/queue.ts";

/**
 * Issues and verifies tickets, which prove that work was handed to a runner. A ticket is the name of the work
 * as a report carries it. It is signed and not stored, so a report is valid at every node and after a
 * restart, and a stolen key cannot invent results for work that was never handed out with it. A second report
 * of the same work is handled like any repeated report.
 */
export type Tickets = {
  forCheck(holder: Holder, job: CheckJob, handedAtMs: number): string;
  forRun(holder: Holder, job: RunJob, handedAtMs: number): string;
  /** Returns the work that a ticket names; null if it belongs to another key, is too old, or is invalid. */
  readCheck(holder: Holder, ticket: string, nowMs: number): HandedWork<NamedCheck> | null;
  readRun(holder: Holder, ticket: string, nowMs: number): HandedWork<NamedRun> | null;
  /** Issues a reference to a stored file for the holder of a key, valid while it works on a run. */
  forFile(holder: Holder, file: NamedFile): string;
  /** Returns null if the reference was not issued to this holder. */
  readFile(holder: Holder, ref: string): NamedFile | null;
};

export type Holder = { keyId: string; orgId: string; location: string };
export type NamedCheck = Omit<CheckReport | TestCheckReport, "runner" | "outcome">;
export type NamedRun = Omit<Extract<RunReport, { event: "unstarted" }>, "runner" | "event">;
export type NamedFile = { runId: string; storeKey: string };
type HandedWork<Named> = { named: Named; handedAtMs: number };

/** Extra time that a runner needs beyond its timeouts: to stop a browser and to send files. */
const SPARE_MS = 60_000;

export function createTickets({ secret }: { secret: string }): Tickets {
  const signed = createSigner(secret);

  return {
    forCheck(holder, job, handedAtMs) {
      const { runner: _runner, outcome: _outcome, ...named } = unstarted(job);
      const doneByMs = job.startByMs + longestCheckMs(job.spec);
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
  read: (HandedWork<Named> & { goodUntilMs: number }) | null,
  nowMs: number,
): HandedWork<Named> | null {
  return read && read.goodUntilMs >= nowMs ? read : null;
}

/** Signs texts for one purpose and one holder, so that only this installation can have written them. */
function createSigner(secret: string) {
  function macOf(purpose: string, { keyId, orgId, location }: Holder, text: string): Buffer {
    // The purpose is part of the signature, so other texts signed with the installation's secret are not
    // tickets. No part contains a NUL.
    const parts = ["runner", purpose, keyId, orgId, location, text];
    return createHmac("sha256", secret).update(parts.join("\0")).digest();
  }

  return {
    write(purpose: string, holder: Holder, value: object): string {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${macOf(purpose, holder, text).toString("base64url")}`;
    },
    /** The cast is safe: a text signed for a purpose was written by `write` for the same purpose. */
    read<T>(purpose: string, holder: Holder, shown: string): T | null {
      const [text = "", mac = "", ...more] = shown.split(".");
      const right = macOf(purpose, holder, text);
      const bytes = Buffer.from(mac, "base64url");
      if (more.length > 0 || bytes.length !== right.length || !timingSafeEqual(bytes, right)) return null;
      return JSON.parse(Buffer.from(text, "base64url").toString()) as T;
    },
  };
}
