import { longestCheckMs } from "@vedette/contract/checks/check-duration.ts";
import { slotsBetween } from "./grid.ts";
import { isOnGrid, lateMaxMs, type Series, slotAfter } from "./series.ts";
import { type HandedOverCheck, newestSlotOf } from "./shards/handover.ts";
import { type SlotGap, SlotLedger } from "./slot-ledger.ts";

/** Time beyond a check's deadline after which it counts as lost. */
export const RETURN_GRACE_MS = 15_000;

/**
 * Accounts for the slots of a schedule: which checks are in flight, and which slots ended without a result.
 * It never decides what starts.
 */
export class SlotAccounts {
  /** The series with a check in flight. */
  readonly #busy = new Map<number, Series>();
  readonly #ledger = new SlotLedger();

  get inFlight(): number {
    return this.#busy.size;
  }

  /** The shards with a check in flight. */
  busyShards(): Set<number> {
    return new Set(Array.from(this.#busy.values(), ({ definition }) => definition.shard));
  }

  /** Starts the check of the due slot. Returns the instant by which it must have started. */
  startFlight(series: Series): number {
    const { spec, intervalMs } = series.definition;
    const slotMs = series.dueMs;
    const startByMs = slotMs + lateMaxMs(intervalMs);
    const lostAtMs = startByMs + longestCheckMs(spec) + RETURN_GRACE_MS;
    series.flight = { slotMs, lostAtMs };
    series.passedMs = Math.max(series.passedMs, slotMs);
    this.#busy.set(series.seriesKey, series);
    this.#ledger.close(series.seriesKey);
    return startByMs;
  }

  /** Ends the check in flight with a result. */
  endFlight(series: Series): void {
    series.flight = null;
    this.#busy.delete(series.seriesKey);
  }

  /** Gives up the check in flight, if there is one: another scheduler accounts for its slot. */
  handOver(series: Series): HandedOverCheck | null {
    const { flight, seriesKey, definition } = series;
    if (flight === null) return null;
    this.endFlight(series);
    return { seriesKey, shard: definition.shard, ...flight, gaps: this.#ledger.takeOpen(seriesKey) };
  }

  /** Continues a check that another scheduler started. */
  takeOver(series: Series, { slotMs, lostAtMs, gaps }: HandedOverCheck, nowMs: number): void {
    series.flight = { slotMs, lostAtMs };
    series.passedMs = newestSlotOf({ slotMs, gaps });
    this.#busy.set(series.seriesKey, series);
    for (const gap of gaps) this.#ledger.add(gap, nowMs);
  }

  /** Ends the check in flight, if there is one, without a result. */
  missFlight(series: Series, reason: string, nowMs: number): void {
    const { flight, seriesKey } = series;
    if (flight === null) return;
    this.endFlight(series);
    const { slotMs } = flight;
    if (!isOnGrid(series, slotMs)) return;
    const gap: SlotGap = { seriesKey, fromMs: slotMs, toMs: slotMs, kind: "missed", reason, slots: 1 };
    this.#ledger.addEarlier(gap, nowMs);
  }

  /** Ends the slots from the due one to `toMs`. A first, immediate check has no slot on the grid. */
  endSlots(
    series: Series,
    { kind, reason, toMs }: Pick<SlotGap, "kind" | "reason" | "toMs">,
    nowMs: number,
  ): void {
    const { seriesKey, phase, dueMs } = series;
    const fromMs = isOnGrid(series, dueMs) ? dueMs : slotAfter(series, dueMs);
    const slots = slotsBetween(fromMs - 1, toMs, series.definition.intervalMs, phase);
    if (slots > 0) this.addGap({ seriesKey, fromMs, toMs, kind, reason, slots }, nowMs);
  }

  addGap(gap: SlotGap, nowMs: number): void {
    this.#ledger.add(gap, nowMs);
  }

  /** Ends a series that has no more slots. */
  close(series: Series, nowMs: number): void {
    // A slot ahead does not occur any more.
    if (series.flight && series.flight.slotMs > nowMs) this.endFlight(series);
    else this.missFlight(series, "changed", nowMs);
    this.#ledger.close(series.seriesKey);
  }

  /** Forgets a series: another scheduler accounts for what is not stored. */
  discard(series: Series): void {
    this.#busy.delete(series.seriesKey);
    this.#ledger.discard(series.seriesKey);
  }

  /** Gaps that must be written before any report that arrives from now on. */
  takeEarlierGaps(): SlotGap[] {
    return this.#ledger.takeClosed();
  }

  /** Gaps of these series, and those that must be written earlier. */
  takeGapsOf(all: Iterable<Series>): SlotGap[] {
    // Gaps collected during a check come after its slot, whose outcome is not known yet.
    for (const { flight, seriesKey } of all) if (flight === null) this.#ledger.close(seriesKey);
    return this.#ledger.takeClosed();
  }

  /** Gaps to write now. Checks that have not come back for too long are lost. */
  takeGaps(nowMs: number): SlotGap[] {
    for (const series of this.#busy.values())
      if (series.flight && series.flight.lostAtMs < nowMs) this.missFlight(series, "runner_lost", nowMs);
    return this.#ledger.take(nowMs, (seriesKey) => this.#busy.has(seriesKey));
  }
}
