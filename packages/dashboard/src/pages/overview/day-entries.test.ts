import type { Activity } from "@vedette/contract/targets/activity.ts";
import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import { dayEntries } from "./day-entries.ts";

const target = (id: string) => ({ type: "monitor" as const, id, name: id });

const outage = (id: string, from: number, to: number | null): Activity => ({
  type: "outage",
  ...times(`outage ${id} ${from}`, from, to),
  status: "down",
  target: target(id),
});
const alert = (id: string, from: number, to: number | null): Activity => ({
  type: "alert",
  ...times(`alert ${id} ${from}`, from, to),
  alert: { id, title: `${id} is down`, severity: "critical" },
  cause: "expected 200, got 503",
  target: target(id),
});
const change = (actor: string, id: string, seconds: number): Activity => ({
  type: "change",
  ...times(`change ${seconds}`, seconds, seconds),
  ...{ action: "monitor.update", actor, object: { type: "monitor", id, name: id } },
});

function times(id: string, from: number, to: number | null) {
  return { id, at: at(to ?? from), started_at: at(from), ended_at: to === null ? null : at(to) };
}

test("leaves out what goes on, which is among what is wrong now", () => {
  expect(dayEntries([outage("a", 10, null), alert("a", 12, null)])).toEqual([]);
});

test("joins the outages of a target with their alerts, and adds up their lengths", () => {
  const entries = dayEntries([alert("a", 62, 80), outage("a", 60, 80), outage("a", 10, 20)]);
  expect(entries).toMatchObject([
    { type: "outage", times: 2, totalMs: 30_000, at: at(80), alert: { cause: "expected 200, got 503" } },
  ]);
});

test("lists an alert without an outage, and one of another target", () => {
  const entries = dayEntries([outage("a", 10, 50), alert("b", 20, 40), alert("a", 60, 70)]);
  expect(entries.map(({ type, id }) => [type, id])).toEqual([
    ["alert", "alert a 60"],
    ["outage", "outage a 10"],
    ["alert", "alert b 20"],
  ]);
});

test("joins changes of one object by one person in a row", () => {
  const entries = dayEntries([change("Ada", "m", 4), change("Ada", "m", 3), change("Eve", "m", 2)]);
  expect(entries).toMatchObject([
    { times: 2, at: at(4) },
    { times: 1, entry: { actor: "Eve" } },
  ]);
});

test("lists each deploy between what happened before and after it", () => {
  const deploy = (title: string, seconds: number): Activity => ({
    type: "deploy",
    ...times(`deploy ${title}`, seconds, seconds),
    ...{ actor: "ci", marker: { id: title, title, url: null } },
  });
  const entries = dayEntries([
    outage("a", 10, 50),
    deploy("two", 9),
    deploy("one", 8),
    change("Ada", "m", 4),
  ]);
  expect(entries.map(({ type, id }) => [type, id])).toEqual([
    ["outage", "outage a 10"],
    ["deploy", "deploy two"],
    ["deploy", "deploy one"],
    ["change", "change 4"],
  ]);
});
