import { expect, test } from "vitest";
import { compareHeaders, markLines } from "./compare-results.ts";

const kept = (headers: Record<string, string>) => ({ headers, body: null, body_truncated: false });

test("headers are compared by name, and a changing date is no difference", () => {
  const rows = compareHeaders(
    kept({ server: "nginx", date: "Mon", "x-error": "1" }),
    kept({ server: "nginx", date: "Tue", etag: "a" }),
  );
  expect(rows.map(({ label, values, differs }) => [label, ...values, differs])).toEqual([
    ["date", "Mon", "Tue", false],
    ["etag", "–", "a", true],
    ["server", "nginx", "nginx", false],
    ["x-error", "1", "–", true],
  ]);
});

test("lines that the other text does not contain, or not as often, are marked", () => {
  const marked = (text: string, other: string) =>
    markLines(text, other)
      .filter(({ differs }) => differs)
      .map(({ nr }) => nr);
  expect(marked("a\nb\nc", "a\nc")).toEqual([2]);
  expect(marked("a\na\nb", "b\na")).toEqual([2]);
  expect(marked("same", "same")).toEqual([]);
});
