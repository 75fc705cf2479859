import { expect, test } from "vitest";
import { errorFacts } from "./logger.ts";

test("an error is logged with its message, its stack and its cause", () => {
  const error = new Error("The query failed.", { cause: new Error("connection lost") });
  expect(errorFacts(error)).toEqual({
    error: "The query failed.",
    stack: error.stack,
    cause: "connection lost",
  });
});

test("the copy of an error that a library reports is logged with its message", () => {
  const { message, stack } = new Error("the database system is shutting down");
  expect(errorFacts({ code: "57P01", message, stack, queue: "results.roll_up" })).toEqual({
    error: "the database system is shutting down",
    stack,
  });
});

test.each([
  ["text", "text"],
  [null, "null"],
  [undefined, "undefined"],
  [7, "7"],
])("%j is logged as text", (thrown, error) => expect(errorFacts(thrown)).toEqual({ error }));
