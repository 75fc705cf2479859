import { describe, expect, test } from "vitest";
import { journeyStepInput } from "./journey-steps.ts";
import { journeyCreate, journeyErrors } from "./journeys.ts";

describe("a step of a journey", () => {
  test.each([
    [{ action: "goto", url: "https://shop.example/" }, "goto https://shop.example/"],
    [{ action: "click", selector: "text=Pay" }, "click text=Pay"],
    [{ action: "press", key: "Enter" }, "press Enter"],
    [{ action: "wait_for", milliseconds: 5 }, "wait for 5 ms"],
    [{ action: "expect_text", selector: "h1", value: "Hi" }, "expect text h1"],
    [{ action: "screenshot", label: "Cart" }, "screenshot Cart"],
    [{ action: "request", url: "https://shop.example/api?key=1" }, "request GET https://shop.example/api"],
    [{ action: "set_variable", variable: "A", from: { value: "b" } }, "set variable A"],
  ])("%j gets a name and its defaults", (input, name) => {
    const step = journeyStepInput.parse(input);
    expect(step).toMatchObject({ name, screenshot: false, continue_on_failure: false, always_run: false });
    // The fields of a response may be sent back.
    expect(journeyStepInput.parse(step)).toEqual(step);
  });

  test("has a timeout of ten seconds, a request its own timeout", () => {
    expect(journeyStepInput.parse({ action: "press", key: "a" }).timeout_ms).toBe(10_000);
    const request = { action: "request", url: "https://shop.example/", timeout: 2 };
    expect(journeyStepInput.parse(request)).toMatchObject({ timeout_ms: 2_000 });
    expect(journeyStepInput.parse({ ...request, timeout_ms: 500 })).toMatchObject({ timeout_ms: 500 });
  });

  test("gives an expectation its default operator and a text to compare with", () => {
    const text = { action: "expect_text", selector: "h1", value: 5 };
    expect(journeyStepInput.parse(text)).toMatchObject({ operator: "contains", value: "5" });
    const count = { action: "expect_count", selector: "h1", operator: "lte", value: "{{MOST}}" };
    expect(journeyStepInput.parse(count)).toMatchObject({
      operator: "less_than_or_equal",
      value: "{{MOST}}",
    });
    const empty = { action: "expect_value", selector: "#a", operator: "is_empty", value: "x" };
    expect(journeyStepInput.parse(empty)).toMatchObject({ value: null });
  });

  test.each<[object, (string | number)[][]]>([
    [{ action: "clik", selector: "a" }, [["action"]]],
    [{ action: "click" }, [["selector"]]],
    [{ action: "click", selector: "a", url: "b" }, [[]]],
    [{ action: "fill", selector: "", timeout_ms: 5 }, [["timeout_ms"], ["selector"], ["value"]]],
    [{ action: "wait_for" }, [["selector"]]],
    [{ action: "wait_for", selector: "a", milliseconds: 5 }, [["selector"]]],
    [{ action: "wait_for", milliseconds: 30_001 }, [["milliseconds"]]],
    [{ action: "upload", selector: "a", name: "b", content_base64: "?" }, [["content_base64"]]],
    [{ action: "expect_text", selector: "a" }, [["value"]]],
    [{ action: "expect_text", selector: "a", operator: "exists" }, [["operator"]]],
    [{ action: "expect_text", selector: "a", operator: "matches", value: "(" }, [["value"]]],
    [{ action: "expect_count", selector: "a", value: "many" }, [["value"]]],
    [{ action: "screenshot", label: "a/b" }, [["label"]]],
    [{ action: "screenshot", label: "a", threshold_percent: 1 }, [["threshold_percent"]]],
    [{ action: "screenshot", label: "a", full_page: true, selector: "b" }, [["full_page"]]],
    [{ action: "set_variable", variable: "1", from: { value: "" } }, [["variable"]]],
    [{ action: "request", url: "https://a.example/", method: "HEAD", body: "x" }, [["body"]]],
  ])("%j is refused, with each error at its field", (input, paths) => {
    const { error } = journeyStepInput.safeParse(input);
    expect(error?.issues.map(({ path }) => path)).toEqual(paths);
  });

  test("limits a file to 256 KiB", () => {
    const upload = (bytes: number) => ({
      action: "upload",
      selector: "#file",
      name: "a.bin",
      content_base64: Buffer.alloc(bytes).toString("base64"),
    });
    expect(journeyStepInput.safeParse(upload(262_144)).success).toBe(true);
    expect(journeyStepInput.safeParse(upload(262_145)).success).toBe(false);
  });
});

describe("a journey", () => {
  test("requires only a name", () => {
    expect(journeyCreate.parse({ name: "Checkout" })).toEqual({
      name: "Checkout",
      interval_seconds: 300,
      timeout_seconds: 120,
      primary_location: "default",
      max_retries: 1,
      enabled: true,
    });
  });

  test("has no interval if it runs on demand only, and keeps capture settings that are not set", () => {
    const parsed = journeyCreate.parse({ name: "A", interval_seconds: null, capture: { video: "always" } });
    expect(parsed).toMatchObject({
      interval_seconds: null,
      capture: { trace: "on_failure", video: "always", video_with_secrets: false },
    });
  });

  test("reports errors across fields", () => {
    const shot = journeyStepInput.parse({ action: "screenshot", label: "A", compare: true });
    const errors = journeyErrors({
      steps: [shot, shot],
      script: "x",
      primary_location: "default",
      locations: ["default"],
      tags: ["a", "a"],
    });
    expect(errors.map(({ path }) => path)).toEqual(["script", "steps", "locations", "tags"]);
  });
});
