import { describe, expect, test } from "vitest";
import { completeUrl, percentText, responseRangeText, responseText, sentenceOf, spanText } from "./format.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [-5_000, "0 s"],
  [59_999, "59 s"],
  [MINUTE, "1 min"],
  [HOUR - 1, "59 min"],
  [3 * HOUR, "3 h"],
  [3 * HOUR + 12 * MINUTE, "3 h 12 min"],
  [2 * DAY + 4 * HOUR, "2 d 4 h"],
  [12 * DAY + HOUR, "12 days"],
])("formats a duration of %i ms as %s", (ms, expected) => {
  expect(spanText(ms)).toBe(expected);
});

test.each([
  [null, "–"],
  [0, "0 ms"],
  [0.04, "< 0.1 ms"],
  [0.34, "0.3 ms"],
  [2, "2 ms"],
  [132.4, "132 ms"],
  [4_321, "4,321 ms"],
  [30_000, "30 s"],
  [12_345, "12.3 s"],
])("formats a response time of %s ms as %s", (ms, expected) => {
  expect(responseText(ms)).toBe(expected);
});

test.each([
  [[], "–"],
  [[null, 12, null], "12 ms"],
  [[340, 12, null], "12 ms – 340 ms"],
])("formats the range of %j as %s", (times, expected) => {
  expect(responseRangeText(times)).toBe(expected);
});

describe("completeUrl", () => {
  test.each([
    [" example.com/health ", "https://example.com/health"],
    ["localhost:3000", "https://localhost:3000"],
    ["http://example.com", "http://example.com"],
    ["ftp://example.com", "ftp://example.com"],
    ["", ""],
  ])("completes %j to %j", (typed, expected) => {
    expect(completeUrl(typed)).toBe(expected);
  });
});

test("turns a clause into a sentence and keeps a sentence", () => {
  expect(sentenceOf("expected a status")).toBe("Expected a status.");
  expect(sentenceOf("It failed.")).toBe("It failed.");
});

test.each(["hooks.slack.com does not resolve.", "a@example.com: refused.", "localhost:80 refused it."])(
  "keeps the name at the start of %s",
  (text) => expect(sentenceOf(text)).toBe(text),
);

test.each([
  [null, "–"],
  [100, "100 %"],
  [99.999, "99.99 %"],
  [29.15, "29.15 %"],
  [0, "0 %"],
])("formats %s percent as %s", (value, text) => {
  expect(percentText(value)).toBe(text);
});
