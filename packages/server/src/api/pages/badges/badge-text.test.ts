import fc from "fast-check";
import { expect, test } from "vitest";
import { badgeText } from "./badge-text.ts";

const DAY_MS = 86_400_000;

test("an uptime below 100 % is never rounded up", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percentage) => {
      const { message } = badgeText({ type: "uptime", percentage }, 0);
      expect(Number.parseFloat(message)).toBeLessThanOrEqual(percentage + 1e-6);
      expect(Number.parseFloat(message)).toBeGreaterThan(percentage - 0.0101);
    }),
  );
  expect(badgeText({ type: "uptime", percentage: 99.996 }, 0)).toMatchObject({
    message: "99.99%",
    level: "good",
  });
});

test("figures have the unit and the level that fit them", () => {
  const shown = (figure: Parameters<typeof badgeText>[0]) => {
    const { message, level } = badgeText(figure, 100 * DAY_MS);
    return `${message}, ${level}`;
  };
  expect(shown({ type: "response", ms: 499.6 })).toBe("500 ms, good");
  expect(shown({ type: "response", ms: 12_340 })).toBe("12.3 s, bad");
  expect(shown({ type: "certificate", expiresAtMs: 183 * DAY_MS + 5 })).toBe("83 days, good");
  expect(shown({ type: "certificate", expiresAtMs: 101 * DAY_MS })).toBe("1 day, bad");
  expect(shown({ type: "certificate", expiresAtMs: 99 * DAY_MS })).toBe("expired, bad");
  expect(shown({ type: "heartbeat", lastPingMs: 97 * DAY_MS, status: "up" })).toBe("3 d ago, good");
  expect(shown({ type: "status", status: "under_maintenance" })).toBe("maintenance, maintenance");
  expect(shown(null)).toBe("unknown, unknown");
});

test("the limits of the levels can be replaced, each alone", () => {
  const level = (figure: Parameters<typeof badgeText>[0], thresholds: Parameters<typeof badgeText>[2]) =>
    badgeText(figure, 0, thresholds).level;
  expect(level({ type: "uptime", percentage: 98 }, { good: 98 })).toBe("good");
  expect(level({ type: "uptime", percentage: 98 }, { warning: 95 })).toBe("warning");
  expect(level({ type: "response", ms: 300 }, { good: 200, warning: 250 })).toBe("bad");
  expect(level({ type: "certificate", expiresAtMs: 40 * DAY_MS }, { good: 60 })).toBe("warning");
  expect(level({ type: "status", status: "up" }, { good: 1 })).toBe("good");
});
