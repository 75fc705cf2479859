import type { FiguresQuery } from "../../../../pipeline/telemetry/figures/figures-cache.ts";
import { areVisible } from "../../../../pipeline/telemetry/figures/queries.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import type { MetricsFormat } from "../render.ts";
import { AnswerMaker, type FiguresReader, type MetricsAnswer } from "./answer-maker.ts";
import { type Gaps, NO_GAPS, nextGapMs, withGap } from "./request-gaps.ts";

/** Less than the scrape interval, so that each scrape gets other figures. */
const TTL_MS = 10_000;

/** From this number of targets on, an answer is made before the next request is expected. */
const AHEAD_TARGETS_MIN = 1_000;
/** Before the expected request: this, and twice the time that the last answer took. */
const AHEAD_MS = 2_000;
/** The request may come two seconds later than expected. */
const AHEAD_MS_MAX = TTL_MS - 2_000;
/** Requests with a longer gap are not a scrape at regular times. */
const GAP_MS_MAX = 150_000;

/** Answers for 10,000 targets have 3 to 4 MB. */
const BYTES_MAX = 64 * 1_048_576;
const ENTRIES_MAX = 1_000;
/** Of the ID of a target, which is kept with the answer. */
const ID_BYTES = 60;

export type MetricsRequest = FiguresQuery & MetricsFormat;

type Entry = {
  answer: Promise<MetricsAnswer>;
  /** When its figures were read, by the monotonic clock. */
  readAtMs: number;
  bytes: number;
  /** Whether its figures were read for it, and not before. */
  isNew: boolean;
  requestedAtMs: number;
  gaps: Gaps;
  timer?: NodeJS.Timeout;
};

/**
 * Compressed answers, kept for a few seconds. Those for many targets are made before the next request, because making that
 * for 10,000 takes longer than a request may. Prometheus scrapes at regular times, so the next request is known. Keys with
 * the same selector share answers too, but each request verifies that the selector still selects all targets of the answer.
 */
export class MetricsAnswers {
  readonly #clock: Clock;
  readonly #maker: AnswerMaker;
  readonly #aheadTargetsMin: number;
  readonly #entries = new Map<string, Entry>();

  constructor({
    clock,
    figures,
    aheadTargetsMin = AHEAD_TARGETS_MIN,
  }: {
    clock: Clock;
    figures: FiguresReader;
    aheadTargetsMin?: number;
  }) {
    this.#clock = clock;
    this.#aheadTargetsMin = aheadTargetsMin;
    this.#maker = new AnswerMaker({ clock, figures });
  }

  /** Metrics in their text format, compressed by gzip. */
  async read(db: Db, request: MetricsRequest): Promise<Buffer> {
    const nowMs = this.#clock.monotonic();
    const { orgId, limit, selector, names, format } = request;
    const key = JSON.stringify([orgId, limit, selector, names, format]);
    const known = this.#entries.get(key);
    const entry = known && nowMs - known.readAtMs < TTL_MS ? known : this.#make(db, request, { key });
    entry.gaps = known ? withGap(known.gaps, nowMs - known.requestedAtMs) : NO_GAPS;
    entry.requestedAtMs = nowMs;
    const answer = await entry.answer;
    const isStale =
      limit !== null && answer.readAtMs <= nowMs && !(await areVisible(db, orgId, answer.targetIds));
    const used = isStale ? this.#replace(db, request, { key, stale: entry }) : entry;
    const { targetIds, tookMs, body } = await used.answer;
    if (targetIds.length >= this.#aheadTargetsMin) this.#plan(db, request, { key, entry: used, tookMs });
    return body;
  }

  /** Several requests may find the same answer stale: the first one replaces it. */
  #replace(db: Db, request: MetricsRequest, { key, stale }: { key: string; stale: Entry }): Entry {
    const current = this.#entries.get(key);
    return current?.isNew && current !== stale ? current : this.#make(db, request, { key, isNew: true });
  }

  /** Replaces the entry at once, so that requests from now on wait for the new answer. */
  #make(db: Db, request: MetricsRequest, { key, isNew = false }: { key: string; isNew?: boolean }): Entry {
    const before = this.#remove(key);
    const nowMs = this.#clock.monotonic();
    const { requestedAtMs = nowMs, gaps = NO_GAPS } = before ?? {};
    const answer = this.#maker.make(db, request, { isNew });
    const entry: Entry = { answer, readAtMs: nowMs, bytes: 0, isNew, requestedAtMs, gaps };
    this.#entries.set(key, entry);
    answer.then(
      ({ targetIds, readAtMs, body }) => {
        Object.assign(entry, { readAtMs, bytes: body.length + targetIds.length * ID_BYTES });
        this.#dropOld();
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return entry;
  }

  /** Does nothing if the answer is still young enough at the next request. */
  #plan(
    db: Db,
    request: MetricsRequest,
    { key, entry, tookMs }: { key: string; entry: Entry; tookMs: number },
  ): void {
    const gapMs = nextGapMs(entry.gaps);
    if (gapMs === null || gapMs > GAP_MS_MAX || this.#entries.get(key) !== entry) return;
    clearTimeout(entry.timer);
    const nextAtMs = entry.requestedAtMs + gapMs;
    if (nextAtMs < entry.readAtMs + AHEAD_MS_MAX) return;
    const aheadMs = Math.min(AHEAD_MS_MAX, AHEAD_MS + 2 * tookMs);
    entry.timer = setTimeout(
      () => this.#make(db, request, { key, isNew: true }),
      Math.max(0, nextAtMs - aheadMs - this.#clock.monotonic()),
    ).unref();
  }

  #remove(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    clearTimeout(entry?.timer);
    this.#entries.delete(key);
    return entry;
  }

  /** Drops answers that are not requested any more, and the oldest ones of too many. */
  #dropOld(): void {
    const nowMs = this.#clock.monotonic();
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [key, entry] of this.#entries) {
      const isUnused = nowMs - entry.requestedAtMs > GAP_MS_MAX;
      if (!isUnused && bytes <= BYTES_MAX && this.#entries.size <= ENTRIES_MAX) continue;
      bytes -= entry.bytes;
      this.#remove(key);
    }
  }
}
