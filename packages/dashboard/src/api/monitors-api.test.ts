import { describe, expect, test } from "vitest";
import { aMonitor } from "../../test/fixtures.ts";
import { ApiError, faultOf } from "./api-error.ts";
import { createMonitorsApi, LIST_MAX } from "./monitors-api.ts";

describe("listMonitors", () => {
  test("follows the cursor to the last page", async () => {
    const { api, paths } = apiOf(
      Response.json({ success: true, data: [aMonitor()], meta: { next_cursor: "c 2" } }),
      Response.json({ success: true, data: [aMonitor({ id: "m2" })], meta: { next_cursor: null } }),
    );
    const { monitors, isWhole } = await api.listMonitors(new AbortController().signal);
    expect([monitors.map(({ id }) => id), isWhole]).toEqual([["m1", "m2"], true]);
    expect(new URL(paths[1] ?? "", "http://x").searchParams.get("cursor")).toBe("c 2");
  });

  test("ends at its maximum and says that there is more", async () => {
    const page = Array.from({ length: 200 }, () => aMonitor());
    const pages = Array.from({ length: LIST_MAX / 200 }, () =>
      Response.json({ success: true, data: page, meta: { next_cursor: "more" } }),
    );
    const { api } = apiOf(...pages);
    expect((await api.listMonitors(new AbortController().signal)).isWhole).toBe(false);
  });
});

describe("failures", () => {
  test("a refusal keeps its code, its sentence and the faults of the fields", async () => {
    const details = [{ path: "url", message: "must begin with http:// or https://" }];
    const error = { code: "BAD_REQUEST", message: "Not valid.", details };
    const { api } = apiOf(Response.json({ success: false, error }, { status: 400 }));
    const thrown = await api.createMonitor({ name: "A", url: "ftp://a" }).catch((reason: unknown) => reason);
    expect(thrown).toEqual(new ApiError("BAD_REQUEST", "Not valid.", details));
    expect(faultOf(thrown as ApiError, "url", "The address")).toBe(
      "The address must begin with http:// or https://.",
    );
    expect(faultOf(thrown as ApiError, "name", "The name")).toBeNull();
  });

  test("an answer of a proxy is told as one", async () => {
    const { api } = apiOf(new Response("<html>Bad gateway</html>", { status: 502 }));
    await expect(api.tryKey()).rejects.toMatchObject({
      code: "UNREACHABLE",
      message: expect.stringContaining("502"),
    });
  });

  test("a server that is away is told in words", async () => {
    const fetchNothing = () => Promise.reject(new TypeError("Failed to fetch"));
    const api = createMonitorsApi({ key: "k", fetch: fetchNothing });
    await expect(api.tryKey()).rejects.toMatchObject({
      code: "UNREACHABLE",
      message: expect.stringContaining("does not answer"),
    });
  });
});

test("an id cannot leave its place in the path", async () => {
  const { api, paths } = apiOf(Response.json({ success: true, data: { results: [] } }));
  await api.checkMonitor("../x");
  expect(paths).toEqual(["/api/v1/monitors/..%2Fx/check"]);
});

function apiOf(...answers: Response[]) {
  const paths: string[] = [];
  const api = createMonitorsApi({
    key: "k",
    fetch: (path) => {
      paths.push(String(path));
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no answer was prepared"));
    },
  });
  return { api, paths };
}
