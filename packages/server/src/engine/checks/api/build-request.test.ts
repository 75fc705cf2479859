import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { step } from "../../../../test/servers/api-target.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { buildStep } from "./build-request.ts";
import { createRunValues } from "./run-values.ts";

/** Returns the request that is sent with this value for `{{V}}`. */
function built(value: string, changes: Partial<ApiStepSpec>) {
  const values = createRunValues({ values: { V: value }, secretNames: [] }, systemClock);
  const result = buildStep(step("http://127.0.0.1/", changes), values);
  if ("code" in result) throw new Error(result.message);
  return result.visit;
}

describe("with any value", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });

  test("a JSON body keeps its structure", () => {
    fc.assert(
      fc.property(text, fc.jsonValue({ maxDepth: 3 }), (value, rest) => {
        const body = { "{{V}}": ["a {{V}}", { deep: "{{V}}{{V}}" }], count: 1, none: null };
        const sent = JSON.parse(built(value, { body: { ...body, rest: plain(rest) } }).body ?? "") as unknown;
        expect(sent).toEqual({
          "{{V}}": [`a ${value}`, { deep: value + value }],
          count: 1,
          none: null,
          rest: plain(rest),
        });
      }),
    );
  });

  test("escaped braces are sent literally in every field of a step", () => {
    const visit = built("x", {
      url: "http://127.0.0.1/\\{{V}}/{{V}}",
      query: { q: "\\{{item.input}}" },
      headers: { a: "\\{{V}}" },
      body: { text: "\\{{item.input}} {{V}}", "\\{{V}}": 1 },
      auth: { type: "bearer", token: "\\{{V}}" },
    });
    expect(visit).toMatchObject({
      url: `http://127.0.0.1/{{V}}/x?${new URLSearchParams({ q: "{{item.input}}" })}`,
      headers: { a: "{{V}}" },
      auth: { token: "{{V}}" },
    });
    expect(JSON.parse(visit.body ?? "")).toEqual({ text: "{{item.input}} x", "\\{{V}}": 1 });
  });

  test("a query parameter holds it as one value, next to those of the URL", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("", "?", "?a=1", "?a=1&", "?a=1#part"), (value, own) => {
        const { url } = built(value, { url: `http://127.0.0.1/p${own}`, query: { v: "{{V}}", w: "2" } });
        const { searchParams, pathname, hash } = new URL(url);
        expect(searchParams.get("v")).toBe(value.toWellFormed());
        expect([searchParams.get("w"), pathname]).toEqual(["2", "/p"]);
        expect(searchParams.get("a")).toBe(own.includes("a=1") ? "1" : null);
        expect(hash).toBe(own.includes("#") ? "#part" : "");
      }),
    );
  });

  test("a text body contains it unchanged, including references in it", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(built(`${value}{{V}}`, { body: "<{{V}}>" }).body).toBe(`<${value}{{V}}>`);
      }),
    );
  });

  test("it adds no header but its own", () => {
    fc.assert(
      fc.property(text, (value) => {
        const values = createRunValues({ values: { V: value }, secretNames: [] }, systemClock);
        const result = buildStep(step("http://127.0.0.1/", { headers: { "X-A": "{{V}}" } }), values);
        if ("code" in result) expect(result.code).toBe("INVALID_REQUEST");
        else expect(result.visit.headers["X-A"]).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
      }),
    );
  });
});

test("an extracted value takes precedence over the spec's", () => {
  const values = createRunValues({ values: { V: "from the spec" }, secretNames: [] }, systemClock);
  values.take("V", "extracted");
  expect(values.lookUp("V")).toBe("extracted");
  expect(values.guardedNames.has("V")).toBe(true);
  expect(values.lookUp("constructor")).toBeUndefined();
  expect(values.lookUp("$constructor")).toBeUndefined();
});

/** Removes the references. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("{{", "{ {"));
}
