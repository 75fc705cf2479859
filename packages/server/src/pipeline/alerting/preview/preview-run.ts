import { setImmediate as nextTurn } from "node:timers/promises";
import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { DAY_MS, HOUR_MS } from "../../results/rollups/rollup.ts";
import { startReplays } from "./initial-state.ts";
import type { PreviewPlan } from "./prepare-preview.ts";
import { tooLarge } from "./preview-limits.ts";
import { factsFromMs, type PreviewRequest, warmUpMsOf } from "./preview-request.ts";
import { hasExpiryBefore } from "./queries.ts";
import type { ReadBudget } from "./read-budget.ts";
import { type FactsPlan, readFacts } from "./read-facts.ts";
import { NO_EXTRAS, readDiffs, readExpiries, readResults } from "./read-history.ts";
import type { HourRead } from "./target-replay.ts";

/**
 * Results replayed without yielding: at a few microseconds each, other work waits for some tens of
 * milliseconds.
 */
const PAGE_RESULTS = 10_000;
/** Targets that pass a day together: their hours are decoded without yielding, and released before the next ones. */
const PAGE_TARGETS = 100;

/** Replays all targets of a preview, day by day. */
export class PreviewRun {
  readonly #db: Db;
  readonly #plan: FactsPlan;
  readonly #budget: ReadBudget;
  readonly #assertInTime: () => void;
  #isApproximate: boolean;

  constructor(db: Db, { plan, budget, assertInTime }: PreviewPlan) {
    this.#db = db;
    this.#plan = plan;
    this.#budget = budget;
    this.#assertInTime = assertInTime;
    this.#isApproximate = plan.samplesExpiries;
  }

  get precision(): Preview["precision"] {
    return this.#isApproximate ? "rollups" : "results";
  }

  async replayAll(): Promise<void> {
    const { request, replays } = this.#plan;
    if (!(await canHoldAtAll(this.#db, request))) {
      this.#isApproximate = false;
      return;
    }
    const fromMs = warmUpMsOf(request);
    const toMs = Math.floor(request.nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
    const before = { fromMs: factsFromMs(request), toMs: fromMs };
    const pages = Array.from({ length: Math.ceil(replays.length / PAGE_TARGETS) }, (_, nr) => {
      return { ...this.#plan, replays: replays.slice(nr * PAGE_TARGETS, (nr + 1) * PAGE_TARGETS) };
    });
    for (const page of pages) {
      await startReplays(this.#db, page);
      if (before.fromMs < fromMs) await readFacts(this.#db, page, before);
    }
    for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) {
      const day = { fromMs: atMs, toMs: Math.min(atMs + DAY_MS, toMs) };
      for (const page of pages) await this.#passDay(page, day, (day.toMs - fromMs) / (toMs - fromMs));
    }
    for (const replay of replays) replay.end();
  }

  /** Each round reads the next hour of every target that has one to read. */
  async #passDay(plan: FactsPlan, day: { fromMs: number; toMs: number }, progress: number): Promise<void> {
    await readFacts(this.#db, plan, day);
    let { replays } = plan;
    while (replays.length > 0) {
      this.#assertInTime();
      const reads = replays.flatMap((replay) => replay.advance(day.toMs) ?? []);
      const { exact, tooMany } = this.#budget.divide(reads, progress);
      if (tooMany.length > 0 && plan.request.condition.type === "flapping")
        throw tooLarge("has too many changes");
      for (const { replay } of tooMany) replay.approximate();
      this.#isApproximate ||= tooMany.length > 0;
      await this.#replayPages(pagesOf(exact));
      // Rounds without anything to read leave other work waiting otherwise.
      await nextTurn();
      replays = reads.map(({ replay }) => replay);
    }
  }

  /** While a page is replayed, the database reads the next one. */
  async #replayPages(pages: readonly (readonly HourRead[])[]): Promise<void> {
    let next = pages[0] && this.#read(pages[0]);
    for (const [index, page] of pages.entries()) {
      const current = await next;
      const following = pages[index + 1];
      next = following && this.#read(following);
      // Reported when it is awaited, even if the replay fails before.
      next?.catch(() => undefined);
      if (!current) continue;
      for (const [nr, read] of page.entries())
        read.replay.replay(read, current.results[nr] ?? [], current.extras);
    }
  }

  async #read(page: readonly HourRead[]) {
    this.#assertInTime();
    const { orgId, condition, nowMs } = this.#plan.request;
    const ranges = page.map(({ replay: { target, series }, fromMs, toMs }) => {
      return { targetId: target.id, series, fromMs, toMs: Math.min(toMs, nowMs + 1) };
    });
    const withValues = condition.type === "latency_threshold" || condition.type === "ssl_expiry";
    const results = await readResults(this.#db, ranges, { withValues });
    if (condition.type === "ssl_expiry") {
      return { results, extras: { ...NO_EXTRAS, expiryOf: await readExpiries(this.#db, results.flat()) } };
    }
    if (condition.type !== "visual_diff_threshold") return { results, extras: NO_EXTRAS };
    return { results, extras: { ...NO_EXTRAS, diffOf: await readDiffs(this.#db, orgId, ranges) } };
  }
}

/** Without a certificate that expires soon enough no alert opens. */
async function canHoldAtAll(
  db: Db,
  { condition: { type, params }, nowMs }: PreviewRequest,
): Promise<boolean> {
  return type !== "ssl_expiry" || (await hasExpiryBefore(db, new Date(nowMs + params.days * DAY_MS)));
}

/** Groups reads so that each page has few enough results. */
function pagesOf(reads: readonly HourRead[]): HourRead[][] {
  const pages: HourRead[][] = [];
  let room = 0;
  for (const read of reads) {
    if (read.results > room) {
      pages.push([]);
      room = PAGE_RESULTS;
    }
    pages.at(-1)?.push(read);
    room -= read.results;
  }
  return pages;
}
