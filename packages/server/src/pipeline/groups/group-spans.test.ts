import { GROUP_ROLLUPS, type GroupRollup } from "@vedette/contract/common/rollups.ts";
import { groupStatus } from "@vedette/contract/targets/group-status.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type StatusSpan, summarizeUptime } from "../results/stats/uptime.ts";
import { type GroupedHistory, groupHistories, groupSpans } from "./group-spans.ts";
import type { TreeGroup } from "./group-tree.ts";

const STATUSES: MonitorStatus[] = ["pending", "up", "degraded", "down", "unknown", "paused", "maintenance"];
const END_MS = 60;

/** Adjacent spans with different statuses, from a creation until `END_MS`. */
const history = fc
  .uniqueArray(fc.integer({ min: 0, max: END_MS - 1 }), { minLength: 1, maxLength: 6 })
  .chain((starts) =>
    fc.tuple(
      fc.constant(starts.sort((a, b) => a - b)),
      fc.array(fc.constantFrom(...STATUSES), { minLength: starts.length, maxLength: starts.length }),
    ),
  )
  .map(([starts, statuses]) => {
    const spans: StatusSpan[] = [];
    for (const [index, fromMs] of starts.entries()) {
      const [status, toMs] = [statuses[index] ?? "up", starts[index + 1] ?? END_MS];
      const last = spans.at(-1);
      if (last?.status === status) last.toMs = toMs;
      else spans.push({ fromMs, toMs, status });
    }
    return spans;
  });

const rollup = fc.constantFrom(...GROUP_ROLLUPS);

/** Group n is nested in an earlier group or at the top. */
const tree = fc
  .array(fc.record({ rollup, parent: fc.nat() }), { minLength: 1, maxLength: 5 })
  .map((nodes): TreeGroup[] =>
    nodes.map(({ rollup, parent }, index) => ({
      id: `${index}`,
      parent_id: index === 0 || parent % 3 === 0 ? null : `${parent % index}`,
      rollup,
    })),
  );

const organization = tree.chain((groups) =>
  fc.tuple(
    fc.constant(groups),
    fc.array(fc.record({ groupId: fc.constantFrom(...groups.map(({ id }) => id)), spans: history }), {
      maxLength: 6,
    }),
  ),
);

const at = (spans: readonly StatusSpan[], ms: number) =>
  spans.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)?.status ?? null;

type Member = Pick<GroupedHistory, "groupId" | "spans">;

/** The status of a group at an instant, computed from scratch. */
function statusAt(id: string, ms: number, groups: readonly TreeGroup[], targets: readonly Member[]) {
  const members = [
    ...targets.filter(({ groupId }) => groupId === id).map(({ spans }) => at(spans, ms)),
    ...groups
      .filter(({ parent_id }) => parent_id === id)
      .map((child): MonitorStatus | null => statusAt(child.id, ms, groups, targets)),
  ].filter((status) => status !== null);
  const counts = new Map<MonitorStatus, number>();
  for (const status of members) counts.set(status, (counts.get(status) ?? 0) + 1);
  return groupStatus(groups.find((group) => group.id === id)?.rollup ?? "worst", counts);
}

describe("groupSpans", () => {
  test("agrees with computing the status of each instant from scratch", () => {
    fc.assert(
      fc.property(organization, ([groups, targets]) => {
        const spans = groupSpans(groups, targets);
        for (const { id } of groups)
          for (let ms = 0; ms < END_MS; ms += 1)
            expect([id, ms, at(spans.get(id) ?? [], ms)]).toEqual([
              id,
              ms,
              statusAt(id, ms, groups, targets),
            ]);
      }),
    );
  });

  test("gives a group of one target the history of that target", () => {
    fc.assert(
      fc.property(rollup, history, (of, spans) => {
        const groups: TreeGroup[] = [{ id: "g", parent_id: null, rollup: of }];
        expect(groupSpans(groups, [{ groupId: "g", spans }]).get("g")).toEqual(spans);
      }),
    );
  });
});

describe("groupHistories", () => {
  const cut = fc.integer({ min: 0, max: END_MS });
  const gap = fc
    .tuple(cut, cut)
    .map(([one, other]) =>
      one === other ? [] : [{ fromMs: Math.min(one, other), toMs: Math.max(one, other) }],
    );

  test("a group of one target misses what the target misses", () => {
    fc.assert(
      fc.property(rollup, history, gap, (of, spans, missed) => {
        const groups: TreeGroup[] = [{ id: "g", parent_id: null, rollup: of }];
        const found = groupHistories(groups, [{ groupId: "g", spans, missed }]).get("g");
        const all = { fromMs: 0, toMs: END_MS };
        expect(summarizeUptime(found?.spans ?? [], all, found?.missed)).toEqual(
          summarizeUptime(spans, all, missed),
        );
      }),
    );
  });

  test("a missed target does not matter while another one decides", () => {
    const groups: TreeGroup[] = [
      { id: "worst", parent_id: null, rollup: "worst" },
      { id: "all", parent_id: null, rollup: "all" },
    ];
    const down = [{ fromMs: 0, toMs: END_MS, status: "down" as const }];
    const up = [{ fromMs: 0, toMs: END_MS, status: "up" as const }];
    const missed = [{ fromMs: 10, toMs: 20 }];
    const found = groupHistories(
      groups,
      ["worst", "all"].flatMap((groupId) => [
        { groupId, spans: down, missed: [] },
        { groupId, spans: up, missed },
      ]),
    );
    expect(found.get("worst")?.missed).toEqual([]);
    expect(found.get("all")?.missed).toEqual(missed);
  });
});

describe("groupStatus", () => {
  const of = (rollup: GroupRollup, members: Partial<Record<MonitorStatus, number>>) =>
    groupStatus(rollup, new Map(Object.entries(members) as [MonitorStatus, number][]));

  test.each([
    [{}, null, null, null],
    [{ up: 3 }, "up", "up", "up"],
    [{ up: 3, paused: 1 }, "up", "up", "up"],
    [{ paused: 2 }, "paused", "paused", "paused"],
    [{ up: 2, down: 1 }, "down", "degraded", "degraded"],
    [{ up: 1, down: 1 }, "down", "down", "degraded"],
    [{ degraded: 1, down: 1 }, "down", "down", "degraded"],
    [{ down: 2, maintenance: 1 }, "down", "down", "down"],
    [{ up: 2, unknown: 1 }, "unknown", "unknown", "unknown"],
    [{ up: 2, degraded: 1 }, "degraded", "degraded", "degraded"],
  ] as const)("of %j is %s, with a quorum %s, and with all %s", (members, worst, quorum, all) => {
    expect([of("worst", members), of("quorum", members), of("all", members)]).toEqual([worst, quorum, all]);
  });
});
