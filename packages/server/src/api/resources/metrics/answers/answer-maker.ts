import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { FiguresCache, FiguresQuery } from "../../../../pipeline/telemetry/figures/figures-cache.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { type MetricsFormat, renderMetrics } from "../render.ts";

export type MetricsAnswer = {
  targetIds: readonly string[];
  /** When the figures were read, by the monotonic clock. */
  readAtMs: number;
  tookMs: number;
  /** Compressed by gzip: a fifteenth of the text, which has 40 MB for 10,000 targets. */
  body: Buffer;
};

export type FiguresReader = Pick<FiguresCache, "read">;

/** Reads, renders and compresses metrics. The event loop turns between parts of a few milliseconds. */
export class AnswerMaker {
  readonly #clock: Clock;
  readonly #figures: FiguresReader;

  constructor({ clock, figures }: { clock: Clock; figures: FiguresReader }) {
    this.#clock = clock;
    this.#figures = figures;
  }

  /** With `isNew`, figures that were read before are not used. */
  async make(
    db: Db,
    request: FiguresQuery & MetricsFormat,
    { isNew }: { isNew: boolean },
  ): Promise<MetricsAnswer> {
    const startedMs = this.#clock.monotonic();
    const { targets, readAtMs } = await this.#figures.read(db, request, { isNew });
    const body = await compress(renderMetrics(targets, request));
    const tookMs = this.#clock.monotonic() - startedMs;
    return { targetIds: targets.map(({ id }) => id), readAtMs, tookMs, body };
  }
}

/** Compresses parts while they are rendered: zlib does so in another thread. */
async function compress(parts: Iterable<string>): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const [compressed] = await Promise.all([
    buffer(gzip),
    pipeline(Readable.from(parts, { objectMode: false }), gzip),
  ]);
  return compressed;
}
