import fc from "fast-check";
import { expect, test } from "vitest";
import { readPartialSuccess } from "./partial-success.ts";

const json = (value: unknown) => readPartialSuccess(Buffer.from(JSON.stringify(value)));

test("an empty answer, and one without a part that was rejected, says nothing", () => {
  expect(readPartialSuccess(Buffer.of())).toBeNull();
  expect(json({})).toBeNull();
  expect(json({ partialSuccess: {} })).toBeNull();
});

test("an answer in JSON names spans or data points, as numbers or as text", () => {
  expect(json({ partialSuccess: { rejectedSpans: "3", errorMessage: "too old" } })).toEqual({
    rejected: 3,
    message: "too old",
  });
  expect(json({ partialSuccess: { rejectedDataPoints: 2 } })).toEqual({ rejected: 2, message: "" });
  expect(json({ partialSuccess: { errorMessage: "slow down" } })).toEqual({
    rejected: 0,
    message: "slow down",
  });
});

test("any other answer is read as one that says nothing, or as a count", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const found = readPartialSuccess(Buffer.from(bytes));
        expect(found === null || (Number.isSafeInteger(found.rejected) && found.rejected >= 0)).toBe(true);
      },
    ),
  );
});
