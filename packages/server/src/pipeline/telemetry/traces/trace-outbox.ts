import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { slotUsOf } from "../../results/recording/queries.ts";
import type { KnownReport, Recorded } from "../../results/recording/record-batch.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { selects } from "../../selectors/selects.ts";
import { insertBatches, listTraceExporters, type NewBatch } from "../exporters/queries.ts";

/*
 * Notes which recorded results exporters want as traces, and stores these notes in batches. It costs nothing for
 * organizations without an exporter of traces, and never delays recording.
 */

/** One request: 500 spans and their children are about 500 KB. */
const BATCH_MAX = 500;
/** Traces of this time are lost if the process is killed. */
const FLUSH_MS = 2_000;
/** Until a new or changed exporter takes effect. */
const RELOAD_MS = 10_000;
/** Batches of an exporter that wait: 100,000 traces. */
const BATCHES_MAX = 200;

type TraceExporter = { id: string; org_id: OrgId; sample: "failures" | "all"; selector: Selector | null };
type Deps = { database: Database; clock: Clock; log: Logger };

export class TraceOutbox {
  readonly #deps: Deps;
  #byOrg = new Map<OrgId, TraceExporter[]>();
  #open = new Map<string, NewBatch>();
  #timers: ReturnType<typeof setInterval>[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(deps: Deps) {
    this.#deps = deps;
  }

  static async start(deps: Deps): Promise<TraceOutbox> {
    const outbox = new TraceOutbox(deps);
    await outbox.reload();
    outbox.#timers = [
      setInterval(() => outbox.flush(), FLUSH_MS).unref(),
      setInterval(() => {
        outbox
          .reload()
          .catch((error: unknown) => deps.log.warn("telemetry.reload_failed", errorFacts(error)));
      }, RELOAD_MS).unref(),
    ];
    return outbox;
  }

  add({ reports }: Pick<Recorded, "reports">): void {
    if (this.#byOrg.size === 0) return;
    for (const known of reports) {
      for (const exporter of this.#byOrg.get(known.target.orgId as OrgId) ?? []) {
        if (isWanted(exporter, known)) this.#put(exporter.id, known);
      }
    }
  }

  /** Resolves when everything that was added is stored, or could not be. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
  }

  async reload(): Promise<void> {
    const { database } = this.#deps;
    const exporters = await withNestedGroups(database, await listTraceExporters(database));
    this.#byOrg = Map.groupBy(exporters, ({ org_id: orgId }) => orgId);
  }

  flush(): Promise<void> {
    const batches = [...this.#open.values()];
    if (batches.length === 0) return this.#writing;
    this.#open = new Map();
    this.#writing = this.#writing.then(() => this.#write(batches));
    return this.#writing;
  }

  #put(exporterId: string, { report }: KnownReport): void {
    const batch = this.#open.get(exporterId) ?? this.#create(exporterId);
    batch.seriesKeys.push(report.seriesKey);
    batch.slotsUs.push(slotUsOf(report));
    if (batch.seriesKeys.length >= BATCH_MAX) void this.flush();
  }

  #create(exporterId: string): NewBatch {
    const batch = { id: newId(this.#deps.clock.now()), exporterId, seriesKeys: [], slotsUs: [] };
    this.#open.set(exporterId, batch);
    return batch;
  }

  async #write(batches: readonly NewBatch[]): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      await insertBatches(database, batches, { now: new Date(clock.now()), max: BATCHES_MAX });
    } catch (error) {
      const traces = batches.reduce((sum, { seriesKeys }) => sum + seriesKeys.length, 0);
      log.warn("telemetry.traces_lost", { traces, ...errorFacts(error) });
    }
  }
}

function isWanted({ sample, selector }: TraceExporter, { report, target }: KnownReport): boolean {
  const { status } = report.outcome;
  if (sample === "failures" && status !== "down" && status !== "error") return false;
  return selector === null || selects(selector, target);
}
