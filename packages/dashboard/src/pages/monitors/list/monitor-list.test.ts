import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { describe, expect, test } from "vitest";
import { aFailure, aResult, aTarget, at } from "../../../../test/fixtures.ts";
import { EMPTY_LIST, type MonitorList, withEvents, withLoaded } from "./monitor-list.ts";

const loaded = withLoaded(EMPTY_LIST, { monitors: [aTarget()], isWhole: true });
const rowOf = (list: MonitorList) => list.rows.get("m1");
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
    const two = withLoaded(loaded, { monitors: [aTarget(), aTarget({ id: "m2" })], isWhole: true });
    expect(withEvents(two, [result()]).rows.get("m2")).toBe(two.rows.get("m2"));
  });

  test("an event of an unknown monitor asks for a new reading, and the reading settles it", () => {
    const stale = withEvents(loaded, [result(aResult({ monitor_id: "new" }))]);
    expect([loaded.isStale, stale.isStale]).toEqual([false, true]);
    expect(withLoaded(stale, { monitors: [], isWhole: true }).isStale).toBe(false);
  });

  test("in a list that was cut, unknown monitors are expected", () => {
    const cut = withLoaded(EMPTY_LIST, { monitors: [], isWhole: false });
    expect(withEvents(cut, [result()]).isStale).toBe(false);
  });
});

describe("a new reading", () => {
  test("keeps event data that arrived during the request", () => {
    const live = withEvents(loaded, [went("down", 61), result(aFailure())]);
    const reread = withLoaded(live, { monitors: [aTarget({ name: "Renamed" })], isWhole: true });
    expect(rowOf(reread)).toMatchObject({
      name: "Renamed",
      status: "down",
      status_since: at(61),
      last_checked_at: at(60),
      failures: { default: "it refused" },
    });
  });

  test("wins where it is newer, and drops what was deleted", () => {
    const monitors = [aTarget({ status: "paused", status_since: at(90), last_checked_at: at(80) })];
    const two = withLoaded(loaded, { monitors: [aTarget(), aTarget({ id: "gone" })], isWhole: true });
    const reread = withLoaded(two, { monitors, isWhole: true });
    expect([...reread.rows.keys()]).toEqual(["m1"]);
    expect(rowOf(reread)).toMatchObject({ status: "paused", last_checked_at: at(80) });
  });
});

test("the newest source gives the reason for down: the loaded list, or a later event", () => {
  const failures = { fra: "it refused" };
  const down = aTarget({ status: "down", last_checked_at: at(30), failures });
  const read = withLoaded(EMPTY_LIST, { monitors: [down], isWhole: true });
  expect(rowOf(read)?.failures).toEqual(failures);
  const updated = withEvents(read, [{ type: "check.result", data: aFailure({ location: "osl" }) }]);
  expect(rowOf(updated)?.failures).toEqual({ fra: "it refused", osl: "it refused" });
  const older = withLoaded(updated, { monitors: [down], isWhole: true });
  expect(rowOf(older)?.failures).toEqual({ fra: "it refused", osl: "it refused" });
  const well = aTarget({ last_checked_at: at(90) });
  expect(rowOf(withLoaded(updated, { monitors: [well], isWhole: true }))?.failures).toEqual({});
});
