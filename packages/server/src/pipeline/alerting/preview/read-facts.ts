import type { Db } from "../../../platform/storage/database.ts";
import { HOUR_MS } from "../../results/rollups/rollup.ts";
import { decodeHours, type FactsShape, NO_RESULTS } from "./hour-facts.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { countEncodedHours, listDiffHours, listEncodedRollups, sampleExpiries } from "./queries.ts";
import type { TargetReplay } from "./target-replay.ts";

export type FactsPlan = {
  request: PreviewRequest;
  replays: readonly TargetReplay[];
  shape: FactsShape;
  /** All earlier hours are rolled up. */
  rolledUpToMs: number;
  /** Whether certificates are sampled; otherwise every hour is read for them. */
  samplesExpiries: boolean;
};

type Hours = { fromMs: number; toMs: number };

/** Gives the replays what is known of these whole hours. */
export async function readFacts(db: Db, plan: FactsPlan, hours: Hours): Promise<void> {
  const bySeries = new Map(
    plan.replays.flatMap((replay) => replay.series.map(({ seriesKey }) => [seriesKey, replay] as const)),
  );
  await readCounts(db, { ...plan, bySeries }, hours);
  await readSparse(db, { ...plan, bySeries }, hours);
}

type SeriesPlan = FactsPlan & { bySeries: ReadonlyMap<number, TargetReplay> };

async function readCounts(
  db: Db,
  { shape, rolledUpToMs, bySeries }: SeriesPlan,
  hours: Hours,
): Promise<void> {
  const sketchAboveUs = shape.counter?.neverAboveUs ?? Number.MAX_SAFE_INTEGER;
  const plan = { seriesKeys: [...bySeries.keys()], rolledUpToMs, sketchAboveUs };
  for (const { series_key: seriesKey, encoded } of await readEncodedHours(db, plan, hours)) {
    const replay = bySeries.get(seriesKey);
    decodeHours(encoded, seriesKey, { shape, take: (hour, facts) => replay?.addFacts(hour, facts) });
  }
}

/**
 * The encoded hours of series for `decodeHours`: rollups, and counted results of the hours that are not rolled up yet.
 * A series can have two rows.
 */
export async function readEncodedHours(
  db: Db,
  {
    seriesKeys,
    rolledUpToMs,
    sketchAboveUs,
  }: { seriesKeys: readonly number[]; rolledUpToMs: number; sketchAboveUs: number },
  { fromMs, toMs }: Hours,
): Promise<{ series_key: number; encoded: Buffer }[]> {
  const splitMs = Math.min(toMs, Math.max(fromMs, rolledUpToMs));
  return [
    ...(splitMs > fromMs
      ? await listEncodedRollups(db, { seriesKeys, fromMs, toMs: splitMs, sketchAboveUs })
      : []),
    ...(splitMs < toMs ? await countEncodedHours(db, { seriesKeys, fromMs: splitMs, toMs }) : []),
  ];
}

async function readSparse(db: Db, plan: SeriesPlan, hours: Hours): Promise<void> {
  const { request, bySeries, samplesExpiries } = plan;
  const { type } = request.condition;
  if (type === "visual_diff_threshold") {
    const targetIds = plan.replays.map(({ target }) => target.id);
    for (const { series_key: seriesKey, hour, ...values } of await listDiffHours(db, request.orgId, {
      targetIds,
      ...hours,
    }))
      bySeries.get(seriesKey)?.addFacts(hour, { ...NO_RESULTS, sparse: [{ seriesKey, ...values }] });
  }
  if (type !== "ssl_expiry") return;
  if (samplesExpiries) await readSamples(db, plan, hours);
  else
    for (const replay of plan.replays)
      for (let hour = hours.fromMs / HOUR_MS; hour < hours.toMs / HOUR_MS; hour++)
        replay.addFacts(hour, { ...NO_RESULTS, sparse: null });
}

/** Sampling every hour takes most of the time of a preview. */
const SAMPLE_HOURS = 4;

/** Any hour of a step can have any of its certificates. */
async function readSamples(db: Db, { bySeries }: SeriesPlan, hours: Hours): Promise<void> {
  const seriesKeys = [...bySeries.keys()];
  const rows = await sampleExpiries(db, { seriesKeys, ...hours, stepHours: SAMPLE_HOURS });
  const steps = Map.groupBy(rows, (row) => `${row.series_key} ${row.hour}`);
  for (const [first, last = first] of steps.values()) {
    if (!first || !last) continue;
    const values = [first.expires_at_ms, last.expires_at_ms];
    const sparse = { min: Math.min(...values), max: Math.max(...values), newest: last.expires_at_ms };
    const { series_key: seriesKey, hour: fromHour } = first;
    for (let hour = fromHour; hour < fromHour + SAMPLE_HOURS && hour * HOUR_MS < hours.toMs; hour++)
      bySeries.get(seriesKey)?.addFacts(hour, { ...NO_RESULTS, sparse: [{ seriesKey, ...sparse }] });
  }
}
