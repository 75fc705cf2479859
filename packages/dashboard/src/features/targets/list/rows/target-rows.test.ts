import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { describe, expect, test } from "vitest";
import { aFailure, aResult, aTarget, at } from "../../../../../test/fixtures.ts";
import {
  withEvents as applyEvents,
  NO_ROWS,
  type TargetRows,
  withLoaded,
  withReread,
  withToggled,
} from "./target-rows.ts";

const loaded = withLoaded(NO_ROWS, { targets: [aTarget()], isWhole: true });
type Events = Parameters<typeof applyEvents>[1];
const withEvents = (list: TargetRows, events: Events) => applyEvents(list, events, "monitors");
const rowOf = (list: TargetRows) => list.rows.get("m1");
const went = (status: "up" | "down", seconds: number): Pick<LiveEvent, "type" | "data"> => ({
  type: "monitor.status",
  data: { monitor_id: "m1", name: "Shop", status, previous_status: "pending", at: at(seconds) },
});
const result = (data = aResult()): Pick<LiveEvent, "type" | "data"> => ({ type: "check.result", data });

describe("events", () => {
  test("a result sets when it was checked and how long it took, and leaves the verdict to the server", () => {
    expect(rowOf(withEvents(loaded, [result(aFailure({ response_time_ms: null }))]))).toMatchObject({
      status: "up",
      last_checked_at: at(60),
      last_duration_ms: null,
    });
  });

  test("a target that refused has no response time, and one that responded unexpectedly has", () => {
    const durationOf = (failure: CheckResult) =>
      rowOf(withEvents(loaded, [result(failure)]))?.last_duration_ms;
    expect(durationOf(aFailure({ status_code: null, response_time_ms: 3 }))).toBeNull();
    expect(durationOf(aFailure({ status_code: 503, response_time_ms: 3 }))).toBe(3);
  });

  test("a change of status sets since when", () => {
    expect(rowOf(withEvents(loaded, [went("down", 61)]))).toMatchObject({
      status: "down",
      status_since: at(61),
    });
  });

  test("what comes late changes nothing back", () => {
    const list = withEvents(loaded, [went("down", 61), result(aResult({ checked_at: at(60) }))]);
    const late = [went("up", 30), result(aResult({ checked_at: at(30), response_time_ms: 7 }))];
    expect(rowOf(withEvents(list, late))).toEqual(rowOf(list));
  });

  test("a failure is kept for its location until that location succeeds", () => {
    const failed = withEvents(loaded, [result(aFailure({ location: "berlin" }))]);
    const elsewhere = withEvents(failed, [result(aResult({ location: "tokyo" }))]);
    expect(rowOf(elsewhere)?.failures).toEqual({ berlin: "it refused" });
    expect(rowOf(withEvents(elsewhere, [result(aResult({ location: "berlin" }))]))?.failures).toEqual({});
  });

  test("rows that no event is about stay the same objects, so that they are not drawn again", () => {
    const two = withLoaded(loaded, { targets: [aTarget(), aTarget({ id: "m2" })], isWhole: true });
    expect(withEvents(two, [result()]).rows.get("m2")).toBe(two.rows.get("m2"));
  });

  test("an event of an unknown monitor asks for a new reading, and the reading settles it", () => {
    const stale = withEvents(loaded, [result(aResult({ monitor_id: "new" }))]);
    expect([[...loaded.staleIds], [...stale.staleIds]]).toEqual([[], ["new"]]);
    expect(withLoaded(stale, { targets: [], isWhole: true }).staleIds.size).toBe(0);
  });

  test("in a list that was cut, unknown monitors are expected", () => {
    const cut = withLoaded(NO_ROWS, { targets: [], isWhole: false });
    expect(withEvents(cut, [result()]).staleIds.size).toBe(0);
  });
});

describe("targets that run", () => {
  const journey = aTarget({ id: "j1", kind: "journey" });
  const journeys = withLoaded(NO_ROWS, { targets: [journey], isWhole: true });
  const run = (status: "running" | "failed", kind: "journey" | "api_monitor" = "journey"): Events => [
    {
      type: "run.changed",
      data: { run_id: "r", kind, target_id: "j1", location: "default", status, attempt: 1, at: at(60) },
    },
  ];

  test("a finished run is read again, because its event has no duration", () => {
    expect([...applyEvents(journeys, run("failed"), "journeys").staleIds]).toEqual(["j1"]);
    expect(applyEvents(journeys, run("running"), "journeys")).toBe(journeys);
    expect(applyEvents(journeys, run("failed", "api_monitor"), "journeys")).toBe(journeys);
  });

  test("what is read again takes its place, and a new target that of its name", () => {
    const changed = withReread(journeys, [{ ...journey, last_duration_ms: 7 }]);
    expect(changed.rows.get("j1")?.last_duration_ms).toBe(7);
    const added = withReread(changed, [aTarget({ id: "j0", kind: "journey", name: "Alpha" })]);
    expect([...added.rows.keys()]).toEqual(["j0", "j1"]);
  });
});

test("a pause or resumption is shown at once, and all other rows stay the same objects", () => {
  const targets = [
    aTarget({ id: "a" }),
    aTarget({ id: "b" }),
    aTarget({ id: "c", enabled: false, status: "paused" }),
  ];
  const list = withLoaded(NO_ROWS, { targets, isWhole: true });
  const paused = withToggled(list, new Set(["a", "c"]), false);
  expect(paused.rows.get("a")).toMatchObject({ enabled: false, status: "paused" });
  expect([paused.rows.get("b"), paused.rows.get("c")]).toEqual([list.rows.get("b"), list.rows.get("c")]);
  expect(withToggled(list, new Set(["c"]), true).rows.get("c")).toMatchObject({
    enabled: true,
    status: "pending",
  });
});

describe("a new reading", () => {
  test("keeps event data that arrived during the request", () => {
    const live = withEvents(loaded, [went("down", 61), result(aFailure())]);
    const reread = withLoaded(live, { targets: [aTarget({ name: "Renamed" })], isWhole: true });
    expect(rowOf(reread)).toMatchObject({
      name: "Renamed",
      status: "down",
      status_since: at(61),
      last_checked_at: at(60),
      failures: { default: "it refused" },
    });
  });

  test("wins where it is newer, and drops what was deleted", () => {
    const targets = [aTarget({ status: "paused", status_since: at(90), last_checked_at: at(80) })];
    const two = withLoaded(loaded, { targets: [aTarget(), aTarget({ id: "gone" })], isWhole: true });
    const reread = withLoaded(two, { targets, isWhole: true });
    expect([...reread.rows.keys()]).toEqual(["m1"]);
    expect(rowOf(reread)).toMatchObject({ status: "paused", last_checked_at: at(80) });
  });
});

test("the newest source gives the reason for down: the loaded list, or a later event", () => {
  const failures = { fra: "it refused" };
  const down = aTarget({ status: "down", last_checked_at: at(30), failures });
  const read = withLoaded(NO_ROWS, { targets: [down], isWhole: true });
  expect(rowOf(read)?.failures).toEqual(failures);
  const updated = withEvents(read, [{ type: "check.result", data: aFailure({ location: "osl" }) }]);
  expect(rowOf(updated)?.failures).toEqual({ fra: "it refused", osl: "it refused" });
  const older = withLoaded(updated, { targets: [down], isWhole: true });
  expect(rowOf(older)?.failures).toEqual({ fra: "it refused", osl: "it refused" });
  const well = aTarget({ last_checked_at: at(90) });
  expect(rowOf(withLoaded(updated, { targets: [well], isWhole: true }))?.failures).toEqual({});
});
