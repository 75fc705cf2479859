import { describe, expect, test } from "vitest";
import { METHODS } from "../common/http-rules.ts";
import { apiStepInput } from "./api-steps.ts";
import { STEP_METHODS } from "./step-methods.ts";

const url = "https://search.example/products/_search";

test("accepts a body with GET, as Elasticsearch's _search expects", () => {
  const body = { query: { match_all: {} } };
  expect(apiStepInput.parse({ method: "GET", url, body }).body).toEqual(body);
});

test("rejects a body with HEAD and names the field", () => {
  const parsed = apiStepInput.safeParse({ method: "HEAD", url, body: "x" });
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ["body"],
    message: "cannot be sent with HEAD; use GET or POST",
  });
});

describe("the methods of a step", () => {
  test("include the methods of a monitor", () => {
    expect(STEP_METHODS).toEqual(expect.arrayContaining([...METHODS]));
  });

  test.each(["PROPFIND", "PURGE", "COPY", "LINK", "QUERY"])("include %s", (method) => {
    expect(apiStepInput.parse({ method, url }).method).toBe(method);
  });

  test.each(["CONNECT", "TRACE", "get", "GET /"])("do not include %s", (method) => {
    expect(apiStepInput.safeParse({ method, url }).success).toBe(false);
  });
});
