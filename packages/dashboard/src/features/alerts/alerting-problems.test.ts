import type { ChannelState } from "@vedette/contract/alerts/channel-deliveries.ts";
import { expect, test } from "vitest";
import { alertingProblems } from "./alerting-problems.ts";

const channel = (id: string, status: ChannelState) => ({
  id,
  name: id,
  health: {
    status,
    reason: null,
    last_delivery_at: null,
    failing_since: null,
    delivered_24h: 0,
    failed_24h: 0,
  },
});
const rule = (...channel_ids: string[]) => ({ enabled: true, channel_ids });

test("without an enabled rule that has a channel, no one is notified", () => {
  expect(alertingProblems([], [channel("a", "working")])).toMatchObject({
    isSilent: true,
    hasEnabledRule: false,
  });
  expect(alertingProblems([rule()], [channel("a", "working")])).toMatchObject({
    isSilent: true,
    hasEnabledRule: true,
    broken: [],
  });
  expect(alertingProblems([{ enabled: false, channel_ids: ["a"] }], [channel("a", "working")])).toMatchObject(
    {
      isSilent: true,
      hasEnabledRule: false,
    },
  );
});

test.each([
  ["working", false, []],
  ["untested", false, []],
  ["failing", true, ["a"]],
  ["disabled", true, ["a"]],
  ["unavailable", true, ["a"]],
] as const)("a rule whose only channel is %s", (status, isSilent, broken) => {
  const problems = alertingProblems([rule("a")], [channel("a", status), channel("unused", "failing")]);
  expect([problems.isSilent, problems.broken.map(({ id }) => id)]).toEqual([isSilent, broken]);
});

test("names a broken channel even if another one delivers", () => {
  const problems = alertingProblems([rule("a", "b")], [channel("a", "working"), channel("b", "failing")]);
  expect([problems.isSilent, problems.broken.map(({ id }) => id)]).toEqual([false, ["b"]]);
});
