import { expect, test } from "vitest";
import { aMonitor } from "../../test/fixtures.ts";
import { ApiError, fieldErrorOf } from "./api-error.ts";
import { createApi, dataOf, pageOf } from "./client.ts";

test("returns a page with the cursor of the next one", async () => {
  const { api, urls } = apiOf(
    Response.json({ success: true, data: [aMonitor()], meta: { has_more: true, next_cursor: "c 2" } }),
  );
  const page = await pageOf(api.GET("/api/v1/monitors", { params: { query: { cursor: "c 1" } } }));
  expect([page.items.map(({ id }) => id), page.nextCursor]).toEqual([["m1"], "c 2"]);
  expect(urls[0]?.searchParams.get("cursor")).toBe("c 1");
});

test("keeps the code, message and invalid fields of an error response", async () => {
  const details = [{ path: "url", message: "must start with http:// or https://" }];
  const error = { code: "BAD_REQUEST", message: "Not valid.", details };
  const { api } = apiOf(Response.json({ success: false, error }, { status: 400 }));
  const body = { name: "A", type: "url", url: "ftp://a" } as const;
  const thrown = await dataOf(api.POST("/api/v1/monitors", { body })).catch((reason: unknown) => reason);
  expect(thrown).toEqual(new ApiError("BAD_REQUEST", "Not valid.", { details }));
  expect(fieldErrorOf(thrown as ApiError, "url", "The URL")).toBe(
    "The URL must start with http:// or https://.",
  );
  expect(fieldErrorOf(thrown as ApiError, "name", "The name")).toBeNull();
});

test("reports a proxy error and an unreachable server as UNREACHABLE", async () => {
  const { api } = apiOf(new Response("<html>Bad gateway</html>", { status: 502 }));
  await expect(api.GET("/api/v1/monitors")).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("502"),
  });
  await expect(api.GET("/api/v1/monitors")).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("is not responding"),
  });
});

test("encodes an id so that it cannot change the path", async () => {
  const { api, urls } = apiOf(Response.json({ success: true, data: aMonitor() }));
  await dataOf(api.GET("/api/v1/monitors/{id}", { params: { path: { id: "../x" } } }));
  expect(urls[0]?.pathname).toBe("/api/v1/monitors/..%2Fx");
});

function apiOf(...responses: Response[]) {
  const urls: URL[] = [];
  const fetch: typeof window.fetch = (input) => {
    urls.push(new URL(new Request(input).url));
    const response = responses.shift();
    return response ? Promise.resolve(response) : Promise.reject(new TypeError("no response was prepared"));
  };
  return { api: createApi(fetch, "http://vedette.test"), urls };
}
