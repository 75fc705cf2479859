import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";

const request = {
  method: "GET",
  url: "https://shop.example/?a=1",
  headers: {},
  body: null,
  body_truncated: false,
};

test("a plain request needs its address only", () => {
  expect(curlOf(request)).toBe("curl 'https://shop.example/?a=1'");
});

test("no value can end its quotes", () => {
  const body = `{"name":"O'Neil $(id)"}`;
  expect(curlOf({ ...request, method: "POST", headers: { "X-A": "it's" }, body })).toBe(
    String.raw`curl 'https://shop.example/?a=1' ${"\\\n"}  -H 'X-A: it'\''s' ${"\\\n"}  --data-raw '{"name":"O'\''Neil $(id)"}'`,
  );
});

test("a method is named where curl would take another, and the length is counted by curl", () => {
  expect(curlOf({ ...request, method: "PUT", body: "x", headers: { "Content-Length": "1" } })).toContain(
    "-X PUT",
  );
  expect(curlOf({ ...request, method: "PUT", body: "x", headers: { "Content-Length": "1" } })).not.toContain(
    "-H",
  );
  expect(curlOf({ ...request, method: "HEAD" })).toContain("--head");
});
