import { describe, expect, test } from "vitest";
import { type MonitorCreateInput, monitorCreate, monitorTry } from "../targets/monitors.ts";
import { createConfig, toCheckSpec } from "./check-config.ts";
import { retriesAfter } from "./fields/retry-field.ts";

const URL_MONITOR: MonitorCreateInput = { name: "m", type: "url", url: "https://shop.example/" };
const TCP_MONITOR: MonitorCreateInput = { name: "m", type: "tcp", host: "shop.example", port: 22 };

/** The paths that a create request reports. */
function pathsOf(input: object): string[] {
  const { error } = monitorCreate.safeParse(input);
  return (error?.issues ?? []).map(({ path }) => path.join("."));
}

describe("valid options", () => {
  test.each<Partial<MonitorCreateInput>>([
    { accept_statuses: ["200-299", 401, "500-500"] },
    { accept_statuses: null, max_redirects: null, ip_family: null, resolve: null, retry: null },
    { max_redirects: 0 },
    { max_redirects: 20 },
    { ip_family: 4, resolve: { "shop.example:443": "192.0.2.1", "SHOP.example:80": "192.0.2.2" } },
    { ip_family: 6, resolve: { "shop.example:443": "2001:db8::1" } },
    { cache_bust: true, invert: true },
    { retry: { interval_seconds: 60, backoff: "exponential" } },
    { retries: 3, retry: { count: 3 } },
    { interval: 60, confirm_interval: 59.5 },
    { locations: ["a", "b"], retry: { other_location: true } },
  ])("%j", (options) => {
    expect(pathsOf({ ...URL_MONITOR, ...options })).toEqual([]);
  });
});

describe("invalid options name their field", () => {
  test.each<[object, string]>([
    [{ accept_statuses: [] }, "accept_statuses"],
    [{ accept_statuses: [99] }, "accept_statuses.0"],
    [{ accept_statuses: [200, "299-200"] }, "accept_statuses.1"],
    [{ accept_statuses: ["2xx"] }, "accept_statuses.0"],
    [{ accept_statuses: 200 }, "accept_statuses"],
    [{ accept_statuses: Array.from({ length: 21 }, () => 200) }, "accept_statuses"],
    [{ max_redirects: 21 }, "max_redirects"],
    [{ max_redirects: -1 }, "max_redirects"],
    [{ ip_family: 5 }, "ip_family"],
    [{ ip_family: "4" }, "ip_family"],
    [{ resolve: { "shop.example": "192.0.2.1" } }, "resolve.shop.example"],
    [{ resolve: { "shop.example:70000": "192.0.2.1" } }, "resolve.shop.example:70000"],
    [{ resolve: { "shop.example:443": "other.example" } }, "resolve.shop.example:443"],
    [{ resolve: { "a.example:1": "192.0.2.1", "A.example:1": "192.0.2.1" } }, "resolve.A.example:1"],
    [{ ip_family: 6, resolve: { "a.example:1": "192.0.2.1" } }, "resolve.a.example:1"],
    [{ resolve: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`a:${n + 1}`, "::1"])) }, "resolve"],
    [{ invert: true, degraded_after_ms: 100 }, "degraded_after_ms"],
    [{ interval: 60, confirm_interval: 60 }, "confirm_interval"],
    [{ confirm_interval: 0.5 }, "confirm_interval"],
    [{ retry: { other_location: true } }, "retry.other_location"],
    [{ retry: { count: 6 } }, "retry.count"],
    [{ retry: { interval_seconds: 0 } }, "retry.interval_seconds"],
    [{ retry: { interval_seconds: 61 } }, "retry.interval_seconds"],
    [{ retry: { backoff: "random" } }, "retry.backoff"],
    [{ retry: { interval: 3 } }, "retry"],
    [{ retries: 1, retry: { count: 2 } }, "retry.count"],
  ])("%j", (options, path) => {
    expect(pathsOf({ ...URL_MONITOR, ...options })).toEqual([path]);
  });

  test.each(["2xx", "300-200", "99", 99, 600, true])(
    "%j is no status, and the error says what is",
    (status) => {
      const { error } = monitorCreate.safeParse({ ...URL_MONITOR, accept_statuses: [status] });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'must be a status such as 401, or a range such as "200-299"',
      ]);
    },
  );

  test("of HTTP on a TCP monitor", () => {
    const options = { accept_statuses: [200], max_redirects: 3, resolve: { "a:1": "::1" } };
    expect(pathsOf({ ...TCP_MONITOR, ...options })).toEqual(["max_redirects", "accept_statuses", "resolve"]);
    expect(pathsOf({ ...TCP_MONITOR, ip_family: 4, invert: true, retry: { count: 2 } })).toEqual([]);
  });
});

test("a spec holds only the options that differ from their defaults", () => {
  const specOf = (options: Partial<MonitorCreateInput>) => {
    const input = monitorTry.parse({ ...URL_MONITOR, ...options });
    return toCheckSpec({ type: "url", config: createConfig("url", input), timeout_ms: 1, max_retries: 0 });
  };
  const plain = specOf({});
  expect(specOf({ max_redirects: 10, ip_family: "any", resolve: {}, retry: { count: 4 } })).toEqual(plain);
  expect(
    specOf({
      ...{
        accept_statuses: ["200-299", 404],
        max_redirects: 0,
        ip_family: 4,
        cache_bust: true,
        invert: true,
      },
      resolve: { "Shop.example:443": "192.0.2.1" },
      retry: { interval_seconds: 5, backoff: "linear" },
    }),
  ).toEqual({
    ...plain,
    acceptStatuses: [
      [200, 299],
      [404, 404],
    ],
    ...{ maxRedirects: 0, ipFamily: 4, cacheBust: true, invert: true },
    resolve: { "shop.example:443": "192.0.2.1" },
    retryWait: { intervalMs: 5_000, backoff: "linear" },
  });
});

test("of retries and retry.count, the one that changes the stored number counts", () => {
  expect(retriesAfter({}, null)).toBe(1);
  expect(retriesAfter({ retry: { count: 3 } }, null)).toBe(3);
  expect(retriesAfter({}, 4)).toBe(4);
  expect(retriesAfter({ retries: 2, retry: { count: 4 } }, 4)).toBe(2);
  expect(retriesAfter({ retries: 4, retry: { count: 2 } }, 4)).toBe(2);
  expect(retriesAfter({ retry: null }, 4)).toBe(4);
});
