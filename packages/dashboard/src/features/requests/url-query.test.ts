import { expect, test } from "vitest";
import { parameterText, queryTexts, readParameter, withQueryTexts } from "./url-query.ts";

test("the query of a URL is read as a list, with and without values", () => {
  const texts = queryTexts("https://a.example/x?q=red+lamp&flag&q=%C3%BC#top");
  expect(texts.map(readParameter)).toEqual([
    { name: "q", value: "red lamp" },
    { name: "flag", value: "" },
    { name: "q", value: "ü" },
  ]);
  expect(queryTexts("https://a.example/x")).toEqual([]);
  expect(queryTexts("https://a.example/x?")).toEqual([]);
});

test("a changed parameter is encoded, and the others and the fragment stay as they were", () => {
  const url = "{{BASE}}/x?time=10%3A30&q={{WORD}}#top";
  const [time = "", ...others] = queryTexts(url);
  expect(readParameter(time)).toEqual({ name: "time", value: "10:30" });
  const changed = parameterText({ name: "q", value: "a&b={{WORD}} c" });
  expect(withQueryTexts(url, [time, changed])).toBe("{{BASE}}/x?time=10%3A30&q=a%26b%3D{{WORD}}%20c#top");
  expect(withQueryTexts(url, [...others])).toBe("{{BASE}}/x?q={{WORD}}#top");
  expect(withQueryTexts(url, [])).toBe("{{BASE}}/x#top");
});

test("a URL without a query gets one, and text that is not encoded is shown unchanged", () => {
  expect(withQueryTexts("a.example", [parameterText({ name: "v", value: "2" })])).toBe("a.example?v=2");
  expect(readParameter("rate=100%")).toEqual({ name: "rate", value: "100%" });
});
