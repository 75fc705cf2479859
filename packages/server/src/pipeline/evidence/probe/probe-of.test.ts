import type { ApiRunSpec, ApiStepSpec, JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseLocations } from "./choose-locations.ts";
import { hostOf } from "./host-of.ts";
import { probeOfRun } from "./probe-of.ts";

function step(change: Partial<ApiStepSpec>): ApiStepSpec {
  return {
    ...{ name: "step", method: "GET", url: "https://api.example/", headers: {}, query: {}, body: null },
    ...{ auth: null, timeoutMs: 5_000, followRedirects: true, verifyTls: true, assertions: [], extract: [] },
    ...{ continueOnFailure: false, alwaysRun: false },
    ...change,
  };
}

function apiSpec(steps: readonly ApiStepSpec[], values: Record<string, string> = {}): ApiRunSpec {
  return { kind: "api_monitor", timeoutMs: 30_000, steps, values, secretNames: ["TOKEN"] };
}

const probeOf = (failing: Partial<ApiStepSpec>, values: Record<string, string> = {}) => {
  const login = step({
    url: "https://login.example/",
    extract: [{ name: "next", source: "header", expression: "location" }],
  });
  return probeOfRun(apiSpec([login, step(failing)], values), 1);
};

describe("the probe of an API monitor", () => {
  test("is the request of its failing step with the values of variables, whose secrets are masked", () => {
    const probe = probeOf(
      {
        url: "https://{{HOST}}/items?page=1",
        query: { q: "a b" },
        headers: { authorization: "Bearer {{TOKEN}}" },
      },
      { HOST: "api.example", TOKEN: "s3cret" },
    );
    expect(probe).toMatchObject({
      sendsRequest: true,
      spec: {
        ...{ kind: "url", url: "https://api.example/items?page=1&q=a%20b", method: "GET", retries: 0 },
        ...{ headers: { authorization: "Bearer s3cret" }, mask: ["s3cret"] },
      },
    });
  });

  test("never sends a request that changes something", () => {
    const probe = probeOf({
      method: "DELETE",
      url: "https://api.example/items/7",
      auth: { type: "bearer", token: "t" },
    });
    expect(probe).toMatchObject({
      sendsRequest: false,
      spec: { url: "https://api.example/items/7", method: "GET" },
    });
    expect(probe?.spec).not.toHaveProperty("auth");
  });

  test("has no host that a response of the target has named", () => {
    expect(probeOf({ url: "{{next}}" })).toBeNull();
    expect(probeOf({ url: "https://{{next}}/x" })).toBeNull();
    // A variable of the organization with the same name is not what the step would use.
    expect(probeOf({ url: "https://{{next}}/x" }, { next: "other.example" })).toBeNull();
    expect(probeOf({ url: "https://api.example/{{next}}", headers: { x: "{{next}}" } })).toMatchObject({
      sendsRequest: false,
      spec: { url: "https://api.example/", headers: {} },
    });
  });

  test("keeps the host of the definition with any path and query", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(
        "@other.example",
        "//other.example",
        "\\",
        "..",
        ":81",
        "{{next}}",
        "#",
        "?",
        "\0",
        "é",
      ),
    );
    const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(anyText, anyText, (path, value) => {
        const probe = probeOf({ url: `https://api.example/${path}`, query: { q: value } });
        if (probe !== null) expect(hostOf(probe.spec)).toEqual({ host: "api.example", port: 443 });
      }),
    );
  });
});

test("the probe of a journey is its first page, and a script has none", () => {
  const journey = (change: Partial<JourneyRunSpec>): JourneyRunSpec => ({
    ...{ kind: "journey", timeoutMs: 60_000, script: null, viewport: null, device: null, baseUrl: null },
    ...{
      capture: { trace: "never", video: "never" },
      baselines: {},
      values: { HOST: "shop.example" },
      secretNames: [],
    },
    steps: [
      { action: "wait_for", milliseconds: 1 },
      { action: "goto", url: "https://{{HOST}}:8443/cart" },
      { action: "goto", url: "https://pay.example/" },
    ] as unknown as JourneyRunSpec["steps"],
    ...change,
  });
  const probe = probeOfRun(journey({}), 2);
  expect(probe).toMatchObject({
    sendsRequest: true,
    spec: { url: "https://shop.example:8443/cart", method: "GET" },
  });
  expect(probeOfRun(journey({ steps: null, script: "test();" }), null)).toBeNull();
});

test.each([
  [{ a: "up", b: "down", c: "up", d: "down" }, ["d down", "c up"]],
  [{ a: "down", b: "down", c: "pending" }, ["b down", "a down"]],
  [{ a: "pending", b: "degraded" }, ["b up", "a unknown"]],
  [{ a: "down" }, ["a down"]],
  [{}, []],
] as const)("of %j collect %j", (statuses, chosen) => {
  const series = Object.entries(statuses).map(([location, status], index) => ({
    ...{ location, status, active: true, statusSinceMs: index },
  }));
  const names = (from: typeof series, hasRunner: (location: string) => boolean) =>
    chooseLocations(from, hasRunner).chosen.map(({ location, saw }) => `${location} ${saw}`);
  expect(names(series, () => true)).toEqual(chosen);
  expect(names(series, () => false)).toEqual(chosen);
  const inactive = series.map((each) => ({ ...each, active: false }));
  expect(chooseLocations(inactive, () => true)).toEqual({ chosen: [], withoutRunner: [] });
});
