import { describe, expect, test } from "vitest";
import { METHODS } from "../targets/monitor-rules.ts";
import { apiStepInput } from "./api-steps.ts";
import { STEP_METHODS } from "./step-methods.ts";

const url = "https://search.example/products/_search";

test("a step sends a body with GET, as Elasticsearch's _search takes it", () => {
  const body = { query: { match_all: {} } };
  expect(apiStepInput.parse({ method: "GET", url, body }).body).toEqual(body);
});

test("a body with HEAD is refused by name", () => {
  const parsed = apiStepInput.safeParse({ method: "HEAD", url, body: "x" });
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ["body"],
    message: "cannot be sent with HEAD; use GET or POST",
  });
});

describe("the methods of a step", () => {
  test("hold those of a monitor", () => {
    expect(STEP_METHODS).toEqual(expect.arrayContaining([...METHODS]));
  });

  test.each(["PROPFIND", "PURGE", "COPY", "LINK", "QUERY"])("hold %s", (method) => {
    expect(apiStepInput.parse({ method, url }).method).toBe(method);
  });

  test.each(["CONNECT", "TRACE", "get", "GET /"])("do not hold %s", (method) => {
    expect(apiStepInput.safeParse({ method, url }).success).toBe(false);
  });
});
