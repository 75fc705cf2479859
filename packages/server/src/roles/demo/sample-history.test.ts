import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import { episodeAt, episodeBounds, type SampleTime } from "./episodes.ts";
import { cutIntoSlices } from "./history-slices.ts";
import { compositeHistory, type SampleOutcome, STEP_MS, serviceHistory } from "./sample-history.ts";
import { ORDERS_DATABASE, SAMPLE_SERVICES } from "./sample-services.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 20, 12);
const TIME: SampleTime = { seed: "test", startMs: START_MS };
const MONTH = { fromMs: START_MS - 30 * DAY_MS, toMs: START_MS, phaseMs: 7_000 };

describe("generated history", () => {
  test("is the same for the same seed and start, and another for another seed", () => {
    const [service] = SAMPLE_SERVICES;
    if (service === undefined) throw new Error("there are no services");
    const once = serviceHistory(service, MONTH, TIME);
    expect(serviceHistory(service, MONTH, TIME)).toEqual(once);
    expect(serviceHistory(service, MONTH, { ...TIME, seed: "other" })).not.toEqual(once);
  });

  test("is the same in one piece and by days", () => {
    const [service] = SAMPLE_SERVICES;
    if (service === undefined) throw new Error("there are no services");
    const days = Array.from({ length: 30 }, (_, nr) => {
      const fromMs = MONTH.fromMs + nr * DAY_MS;
      return serviceHistory(service, { ...MONTH, fromMs, toMs: fromMs + DAY_MS }, TIME);
    });
    expect(days.flat()).toEqual(serviceHistory(service, MONTH, TIME));
  });

  test.each(SAMPLE_SERVICES.map((service) => [service.key, service] as const))(
    "of %s is on the grid, mostly up, and consistent in itself",
    (_, service) => {
      const history = serviceHistory(service, MONTH, TIME);
      expect(history.filter(({ slotMs }) => slotMs < START_MS - 25 * HOUR_MS)).toHaveLength(
        (30 * DAY_MS - 25 * HOUR_MS) / STEP_MS,
      );
      expect(history.filter(({ slotMs }) => slotMs >= START_MS - HOUR_MS)).toHaveLength(60);
      const isWrong = ({ slotMs, outcome: { status, error, responseUs, timings } }: SampleOutcome) => {
        const phases = (timings.connectUs ?? 0) + (timings.ttfbUs ?? 0) + (timings.downloadUs ?? 0);
        const isOnGrid = (slotMs - MONTH.phaseMs) % 60_000 === 0;
        return !isOnGrid || (status === "down") !== (error !== null) || phases !== (responseUs ?? 0);
      };
      expect(history.filter(isWrong)).toEqual([]);
      const up = history.filter(({ outcome }) => outcome.status === "up").length;
      expect(up / history.length).toBeGreaterThan(0.9);
    },
  );

  test("has an outage that the services of one database share, and the others do not", () => {
    const atMs = START_MS - 18 * DAY_MS - 19.5 * 3_600_000;
    const down = SAMPLE_SERVICES.filter(
      (service) =>
        serviceHistory(service, { fromMs: atMs, toMs: atMs + 1, phaseMs: atMs % STEP_MS }, TIME)[0]?.outcome
          .status === "down",
    );
    const sharing = SAMPLE_SERVICES.filter(({ tags }) => tags.includes(ORDERS_DATABASE));
    expect(down.filter((service) => sharing.includes(service))).toEqual(sharing);
    expect(down.length).toBeLessThan(sharing.length + 2);
  });

  test("of the composite monitor is down only if half of its members are", () => {
    const statuses = new Set(compositeHistory(MONTH, TIME).map(({ outcome }) => outcome.status));
    expect([...statuses].sort()).toEqual(["degraded", "up"]);
  });

  test("begins and ends its episodes at the bounds that it names", () => {
    for (const service of SAMPLE_SERVICES) {
      for (const boundMs of episodeBounds(service, MONTH, TIME)) {
        const around = [episodeAt(service, boundMs - 1, TIME), episodeAt(service, boundMs, TIME)];
        expect(around[0]).not.toEqual(around[1]);
      }
    }
  });
});

test("slices contain all results in their order, and each step is in one of them", () => {
  const offsets = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 60 });
  const bounds = fc.array(fc.integer({ min: 0, max: 200 * STEP_MS }), { maxLength: 6 });
  fc.assert(
    fc.property(offsets, bounds, (steps, boundsMs) => {
      const results = steps
        .toSorted((a, b) => a - b)
        .flatMap((step) => [{ slotMs: step * STEP_MS + 1 }, { slotMs: step * STEP_MS + 59_000 }]);
      const slices = cutIntoSlices(results, { boundsMs, stepMs: STEP_MS });
      expect(slices.flat()).toEqual(results);
      const stepsOf = slices.map((slice) => slice.map(({ slotMs }) => Math.floor(slotMs / STEP_MS)));
      for (const [nr, before] of stepsOf.entries())
        expect(stepsOf[nr + 1]?.[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(before.at(-1) ?? 0);
    }),
  );
});
