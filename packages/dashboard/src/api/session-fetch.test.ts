import { expect, test } from "vitest";
import { createSessionFetch } from "./session-fetch.ts";

const URL = "http://vedette.test/api/v1/monitors";

test("resends a request with its body after the session is renewed", async () => {
  const { sent, fetch } = serverOf(401, 201);
  const send = createSessionFetch({ key: null, orgId: "o1", fetch, renew: async () => true });
  const response = await send(URL, { method: "POST", body: "typed" });
  expect([response.status, sent.map(({ body }) => body)]).toEqual([201, ["typed", "typed"]]);
  expect(sent.map(({ headers }) => headers.get("x-organization-id"))).toEqual(["o1", "o1"]);
});

test("returns the 401 response if the session is not renewed", async () => {
  const { sent, fetch } = serverOf(401);
  const send = createSessionFetch({ key: "k", orgId: null, fetch, renew: async () => false });
  expect((await send(URL)).status).toBe(401);
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer k"]);
});

test("does not treat 403 as an expired session", async () => {
  const { fetch } = serverOf(403);
  const renew = () => Promise.reject(new Error("nothing to renew"));
  expect((await createSessionFetch({ key: null, orgId: null, fetch, renew })(URL)).status).toBe(403);
});

function serverOf(...statuses: number[]) {
  const sent: { body: string; headers: Headers }[] = [];
  const fetch: typeof window.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ body: await request.text(), headers: request.headers });
    return new Response(null, { status: statuses.shift() ?? 500 });
  };
  return { sent, fetch };
}
