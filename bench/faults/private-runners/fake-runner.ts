import { setTimeout as pause } from "node:timers/promises";
import { RUNNER_PROTOCOL, RUNNER_PROTOCOL_HEADER } from "@vedette/contract/runners/runner-protocol.ts";
import type { ApiResponse } from "../../../e2e/harness/api-client.ts";
import type { Vedette } from "../../../e2e/harness/vedette.ts";
import { upOutcome } from "../../../packages/server/test/checks.ts";
import { mustBecome } from "../measuring/verdicts.ts";

/** A client of the runner protocol that takes checks, makes none, and reports what a fault needs. */
export type FakeRunner = {
  /** The next check of a monitor that was taken and not returned before: its ticket and its slot. */
  nextCheck(url: string): Promise<TakenCheck>;
  /** Reports outcomes in one request. */
  report(...reports: { check: TakenCheck; status: "up" | "down" }[]): Promise<ApiResponse>;
  stop(): Promise<void>;
};

export type TakenCheck = { url: string; ticket: string; slotMs: number; takenAtMs: number };

const CHECK_SECONDS = 60;

export function startFakeRunner(vedette: Vedette, key: string): FakeRunner {
  const taken: TakenCheck[] = [];
  let isRunning = true;
  const post = (path: string, body: object) =>
    vedette.requestWith({
      ...{ method: "POST", path: `/api/agent/runner/${path}`, key, body },
      headers: { [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL) },
    });
  const polling = (async () => {
    while (isRunning) {
      const poll = { runner: "fake", capacity: { checks: 100 }, sent_at_ms: Date.now(), version: "0" };
      const { status, body } = await post("poll", poll);
      if (status !== 200) await pause(500);
      else taken.push(...checksOf(body));
    }
  })();
  return {
    async nextCheck(url) {
      let found: TakenCheck | undefined;
      await mustBecome(
        `a check of ${url}`,
        () => {
          const index = taken.findIndex((check) => check.url === url);
          [found] = index === -1 ? [] : taken.splice(index, 1);
          return found !== undefined;
        },
        CHECK_SECONDS,
      );
      if (found === undefined) throw new Error("unreachable");
      return found;
    },
    report: (...reports) =>
      post("reports", {
        runner: "fake",
        checks: reports.map(({ check, status }) => ({
          ticket: check.ticket,
          outcome: outcomeOf(check, status),
        })),
        runs: [],
      }),
    async stop() {
      isRunning = false;
      await polling;
    },
  };
}

function checksOf(body: unknown): TakenCheck[] {
  const { checks } = (body as { data: { checks: { ticket: string; job: unknown }[] } }).data;
  return checks.map(({ ticket, job }) => {
    const { slotMs, spec } = job as { slotMs: number; spec: { url: string } };
    return { url: spec.url, ticket, slotMs, takenAtMs: Date.now() };
  });
}

function outcomeOf({ takenAtMs: checkedAtMs }: TakenCheck, status: "up" | "down") {
  if (status === "up") return upOutcome({ checkedAtMs });
  return upOutcome({
    ...{ status, checkedAtMs, statusCode: null, responseUs: null, ip: null, bodyBytes: null },
    error: { phase: "connect", code: "CONNECT_REFUSED", message: "The connection was refused." },
  });
}
