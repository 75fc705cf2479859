import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { expect, test } from "vitest";
import { aTarget, at } from "../../../test/fixtures.ts";
import { causeOf, wrongNow } from "./wrong-now.ts";

const anAlert = (id: string, targetId: string, seconds: number) =>
  ({
    id,
    title: `${targetId} is slow`,
    target: { type: "monitor", id: targetId, name: targetId },
    triggered_at: at(seconds),
    evidence: { error: null },
  }) as Alert;

test("lists each target once, with its alerts, and targets with alerts that do not fail last", () => {
  const all = [
    aTarget({ id: "slow", name: "slow", status: "up" }),
    aTarget({ id: "down", status: "down", failures: { berlin: "expected 200, got 503", paris: "refused" } }),
  ];
  const alerts = [anAlert("a3", "slow", 9), anAlert("a2", "down", 8), anAlert("a1", "slow", 7)];
  const { rows, total } = wrongNow({ targets: all, total: 2 }, alerts);
  expect(total).toBe(2);
  expect(rows.map(({ id, since, alerts: own }) => [id, since, own.map((alert) => alert.id)])).toEqual([
    ["down", at(0), ["a2"]],
    ["slow", at(7), ["a3", "a1"]],
  ]);
  expect(rows.map(causeOf)).toEqual(["expected 200, got 503 (berlin and 1 more)", "slow is slow"]);
});

test("an alert of a target that is not listed keeps its name", () => {
  expect(wrongNow({ targets: [], total: 0 }, [anAlert("a1", "gone", 1)]).rows).toMatchObject([
    { target: { id: "gone", name: "gone" }, listed: undefined },
  ]);
});

test("if the server lists only the first, the total counts the others, and their alerts are left out", () => {
  const targets = [aTarget({ id: "down", status: "down" }), aTarget({ id: "slow", status: "up" })];
  const alerts = [anAlert("a3", "slow", 9), anAlert("a2", "down", 8), anAlert("a1", "beyond", 7)];
  const { rows, total } = wrongNow({ targets, total: 4_000 }, alerts);
  expect(rows.map(({ id }) => id)).toEqual(["down", "slow"]);
  expect(total).toBe(4_000);
});
