import type { Definition, SeriesDefinition } from "./definition.ts";
import { phaseMs } from "./grid.ts";
import { LaunchBudget } from "./launch-budget.ts";
import type { Flight } from "./retries-elsewhere.ts";
import { enterSeries, lateMaxMs, newestSlotMs, offGrid, type Series, slotAfter } from "./series.ts";
import { type HandedOverCheck, newestSlotOf } from "./shards/handover.ts";
import { SlotAccounts } from "./slot-accounts.ts";
import type { SlotGap } from "./slot-ledger.ts";
import { Wheel } from "./wheel.ts";

/** A due slot with its target. */
export type DueSlot = {
  seriesKey: number;
  location: string;
  slotMs: number;
  /** A check that has not started by then is missed. */
  startByMs: number;
  definition: Definition;
};

export type ScheduleOptions = {
  nowMs: number;
  /**
   * Returns why no check of a target may start now, so that its slots are skipped; null if checks may start.
   */
  whySkipped?: (definition: Definition, nowMs: number) => string | null;
  /** Whether a target is being handed over: no check of it starts any more, and its slots stay open. */
  isHeldBack?: (definition: Definition) => boolean;
  /** How long before its slot a check is started, for a runner that waits until then. */
  leadMs?: (slot: Pick<DueSlot, "definition" | "location">) => number;
};

export const TICK_MS = 10;
/** The longest time between two ticks, if nothing is due. */
export const IDLE_TICK_MS = 100;

/**
 * Decides which checks start when. Pure except for its memory: takes the time, returns jobs and gaps, so that
 * tests can simulate years of failures. It never knows who runs a check.
 *
 * Guarantee: every slot of an enabled target ends as exactly one of result, missed, skipped. It holds because
 * a series has one check in flight at a time and its gaps are written after that check ends.
 */
export class Schedule {
  readonly #whySkipped: NonNullable<ScheduleOptions["whySkipped"]>;
  readonly #isHeldBack: NonNullable<ScheduleOptions["isHeldBack"]>;
  readonly #leadMs: NonNullable<ScheduleOptions["leadMs"]>;
  readonly #wheel: Wheel<Series>;
  readonly #budget: LaunchBudget;
  readonly #accounts = new SlotAccounts();
  readonly #byKey = new Map<number, Series>();
  readonly #byTarget = new Map<string, Series[]>();
  /** Checks that another scheduler started, of series that are still to be added. */
  readonly #arriving = new Map<number, HandedOverCheck>();
  /**
   * Due series that wait for budget, in slot order. A set, because 100,000 may be dropped while 10,000 wait.
   */
  readonly #queue = new Set<Series>();

  constructor(options: ScheduleOptions) {
    const { nowMs, whySkipped = () => null, isHeldBack = () => false, leadMs = () => 0 } = options;
    this.#whySkipped = whySkipped;
    this.#isHeldBack = isHeldBack;
    this.#leadMs = leadMs;
    this.#wheel = new Wheel({ tickMs: TICK_MS, startMs: nowMs });
    this.#budget = new LaunchBudget(nowMs);
  }

  get size(): number {
    return this.#byKey.size;
  }

  get inFlight(): number {
    return this.#accounts.inFlight;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get slotsPerSecond(): number {
    return this.#budget.perSecond;
  }

  /** Adds or updates a target. A new target is checked at once. */
  put(definition: Definition, nowMs: number): void {
    const before = this.#byTarget.get(definition.targetId) ?? [];
    const hasSlots = definition.enabled && !definition.isOnDemand;
    const wanted = hasSlots ? definition.series.filter((state) => state.active) : [];
    const rest = new Map(before.map((series) => [series.seriesKey, series]));
    const after = wanted.map((state) => {
      const series = rest.get(state.seriesKey);
      if (!series) return this.#enter(definition, state, nowMs);
      rest.delete(state.seriesKey);
      this.#update(series, definition, nowMs);
      return series;
    });
    for (const series of rest.values()) {
      this.#accounts.close(series, nowMs);
      this.#drop(series);
    }
    if (after.length > 0) this.#byTarget.set(definition.targetId, after);
    else this.#byTarget.delete(definition.targetId);
  }

  remove(targetId: string): void {
    for (const series of this.#byTarget.get(targetId) ?? []) {
      // The next holder continues from the last stored row; writing here as well would duplicate it.
      this.#accounts.discard(series);
      this.#drop(series);
    }
    this.#byTarget.delete(targetId);
  }

  /**
   * Gives up the checks in flight of these shards: their reports are ignored here. Those that `mayHandOver` excludes stay
   * in flight.
   */
  handOver(
    shards: ReadonlySet<number>,
    mayHandOver: (definition: Definition) => boolean = () => true,
  ): HandedOverCheck[] {
    return [...this.#byKey.values()].flatMap((series) => {
      const { definition } = series;
      if (!shards.has(definition.shard) || !mayHandOver(definition)) return [];
      const check = this.#accounts.handOver(series);
      return check === null ? [] : [check];
    });
  }

  /** Sets the checks that another scheduler started, for the targets that are added next. */
  takeOver(checks: readonly HandedOverCheck[]): void {
    this.#arriving.clear();
    for (const check of checks) this.#arriving.set(check.seriesKey, check);
  }

  /** Requests immediate checks of targets, outside their grid. */
  checkNow(targetIds: readonly string[], nowMs: number): void {
    for (const series of targetIds.flatMap((id) => this.#byTarget.get(id) ?? [])) {
      // A due series is checked soon anyway, and its slot must be accounted for.
      const isDue = series.dueMs <= nowMs || this.#queue.has(series);
      if (series.flight === null && !isDue) this.#moveTo(series, offGrid(series, nowMs));
    }
  }

  /** The slots to start now. `canLaunch` false starts nothing (storage is behind). */
  due(nowMs: number, canLaunch: boolean): DueSlot[] {
    this.#wheel.advance(nowMs, (series) => this.#fire(series, nowMs));
    const slots: DueSlot[] = [];
    for (const series of this.#queue) {
      if (this.#isHeldBack(series.definition)) continue;
      const reason = this.#whySkipped(series.definition, Math.max(nowMs, series.dueMs));
      if (reason !== null) this.#skip(series, { kind: "skipped", reason }, nowMs);
      else if (nowMs - series.dueMs > lateMaxMs(series.definition.intervalMs)) {
        this.#skip(series, { kind: "missed", reason: canLaunch ? "overload" : "storage" }, nowMs);
      } else if (canLaunch && this.#budget.take(nowMs)) slots.push(this.#launch(series));
      else continue;
      this.#queue.delete(series);
    }
    return slots;
  }

  /** When `due` is to be called next: at most `IDLE_TICK_MS` from now. */
  nextTickMs(nowMs: number): number {
    if (this.#queue.size > 0) return nowMs + TICK_MS;
    return this.#wheel.nextEndMs(IDLE_TICK_MS) ?? nowMs + IDLE_TICK_MS;
  }

  /**
   * Records the end of a check: with a result, or (`started` false) without a start in time. Returns false if
   * the slot is already accounted for; the caller then discards the report.
   */
  finished(seriesKey: number, slotMs: number, started: boolean, nowMs: number): boolean {
    const series = this.#byKey.get(seriesKey);
    if (series?.flight?.slotMs !== slotMs) return false;
    if (started) this.#accounts.endFlight(series);
    else this.#accounts.missFlight(series, "late", nowMs);
    return true;
  }

  /** Returns the series whose check of this slot is in flight; null if the slot is accounted for. */
  findFlight(seriesKey: number, slotMs: number): Flight | null {
    const series = this.#byKey.get(seriesKey);
    return series?.flight?.slotMs === slotMs ? series : null;
  }

  /** Keeps the slot of a check in flight open for a retry elsewhere. */
  extendFlight(seriesKey: number, lostAtMs: number): void {
    const flight = this.#byKey.get(seriesKey)?.flight;
    if (flight) flight.lostAtMs = Math.max(flight.lostAtMs, lostAtMs);
  }

  /**
   * Plans another check of a series whose check of this slot found it down, before its next slot if the target has a
   * shorter interval while it is down. That check is beside the grid: it replaces no slot.
   */
  confirm(seriesKey: number, slotMs: number, nowMs: number): void {
    const series = this.#byKey.get(seriesKey);
    const intervalMs = series?.definition.confirmIntervalMs;
    if (!series || intervalMs === undefined || series.flight || this.#queue.has(series)) return;
    const atMs = offGrid(series, Math.max(slotMs + intervalMs, nowMs));
    if (atMs >= series.dueMs) return;
    this.#endConfirming(series);
    series.confirmMs = intervalMs;
    this.#budget.add(intervalMs);
    this.#moveTo(series, atMs);
  }

  /** The shards with a check in flight. */
  busyShards(): Set<number> {
    return this.#accounts.busyShards();
  }

  /** Gaps that must be written before any report that arrives from now on. */
  takeEarlierGaps(): SlotGap[] {
    return this.#accounts.takeEarlierGaps();
  }

  /** Gaps of these shards, which another scheduler takes over: they must be written before it starts. */
  takeGapsOf(shards: ReadonlySet<number>): SlotGap[] {
    return this.#accounts.takeGapsOf(
      this.#byKey.values().filter(({ definition }) => shards.has(definition.shard)),
    );
  }

  /** Gaps to write now. */
  takeGaps(nowMs: number): SlotGap[] {
    return this.#accounts.takeGaps(nowMs);
  }

  /** The clock was set by `deltaMs`: skipped slots never existed and are not run later. */
  clockJumped(nowMs: number, deltaMs: number): void {
    this.#wheel.rewind(nowMs);
    for (const series of this.#queue) {
      // What was already due was a slot. If the clock goes back, the slot occurs again and ends then.
      const gap = { kind: "missed", reason: "stalled", toMs: series.dueMs } as const;
      if (deltaMs > 0) this.#accounts.endSlots(series, gap, nowMs);
    }
    this.#queue.clear();
    for (const series of this.#byKey.values()) {
      if (series.flight) series.flight.lostAtMs += deltaMs;
      if (deltaMs < 0) series.passedMs = Number.NEGATIVE_INFINITY;
      this.#moveTo(series, slotAfter(series, nowMs));
    }
  }

  #enter(definition: Definition, state: SeriesDefinition, nowMs: number): Series {
    const check = this.#arriving.get(state.seriesKey);
    const isInFlight = check !== undefined && check.slotMs > (state.accountedMs ?? 0);
    const accountedMs = isInFlight ? newestSlotOf(check) : state.accountedMs;
    const { series, missed } = enterSeries(definition, { ...state, accountedMs }, nowMs);
    if (isInFlight) this.#accounts.takeOver(series, check, nowMs);
    if (missed) this.#accounts.addGap(missed, nowMs);
    this.#byKey.set(series.seriesKey, series);
    this.#budget.add(series.definition.intervalMs);
    this.#moveTo(series, series.dueMs);
    return series;
  }

  #update(series: Series, definition: Definition, nowMs: number): void {
    const before = series.definition;
    series.definition = definition;
    const isSameSpec = JSON.stringify(before.spec) === JSON.stringify(definition.spec);
    if (isSameSpec) definition.spec = before.spec;
    if (before.intervalMs !== definition.intervalMs) {
      this.#budget.remove(before.intervalMs);
      this.#budget.add(definition.intervalMs);
      series.phase = phaseMs(definition.targetId, definition.intervalMs);
    } else if (isSameSpec) return;
    // The result of the check in flight is obsolete; the changed target is checked at once.
    if (!isSameSpec) this.#accounts.missFlight(series, "changed", nowMs);
    if (this.#queue.has(series)) return;
    this.#moveTo(series, series.flight ? slotAfter(series, nowMs) : offGrid(series, nowMs));
  }

  #drop(series: Series): void {
    this.#wheel.remove(series);
    this.#byKey.delete(series.seriesKey);
    this.#queue.delete(series);
    this.#budget.remove(series.definition.intervalMs);
    this.#endConfirming(series);
  }

  #endConfirming(series: Series): void {
    if (series.confirmMs !== null) this.#budget.remove(series.confirmMs);
    series.confirmMs = null;
  }

  #moveTo(series: Series, dueMs: number): void {
    series.dueMs = dueMs;
    series.fireMs = dueMs - this.#leadMs(series);
    this.#wheel.add(series);
  }

  /**
   * Handles the slots of a series from its due one up to now: the newest will be run, or is skipped while a check is
   * running. Earlier ones are missed, because the scheduler was not running when they were due.
   */
  #fire(series: Series, nowMs: number): void {
    if (series.flight && series.dueMs > nowMs) {
      // The running check may end before the slot.
      series.fireMs = series.dueMs;
      this.#wheel.add(series);
      return;
    }
    const newestMs = newestSlotMs(series, nowMs);
    if (newestMs > series.dueMs) {
      const toMs = newestMs - series.definition.intervalMs;
      this.#accounts.endSlots(series, { kind: "missed", reason: "stalled", toMs }, nowMs);
      series.dueMs = newestMs;
    }
    if (series.flight) this.#skip(series, { kind: "skipped", reason: "running" }, nowMs);
    else this.#queue.add(series);
  }

  /** Ends the slots from the due one up to now without a check, and moves the series to its next slot. */
  #skip(series: Series, { kind, reason }: Pick<SlotGap, "kind" | "reason">, nowMs: number): void {
    const toMs = newestSlotMs(series, nowMs);
    this.#accounts.endSlots(series, { kind, reason, toMs }, nowMs);
    series.passedMs = Math.max(series.passedMs, toMs);
    this.#moveTo(series, slotAfter(series, Math.max(nowMs, series.dueMs)));
  }

  #launch(series: Series): DueSlot {
    const { seriesKey, location, definition, dueMs: slotMs } = series;
    const startByMs = this.#accounts.startFlight(series);
    this.#endConfirming(series);
    this.#moveTo(series, slotAfter(series, slotMs));
    return { seriesKey, location, slotMs, startByMs, definition };
  }
}
