import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

/** Node's fetch reads no response on a connection that is closed while it sends. */

let running: TestApp;
let org: TestOrg;
let base = "";
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${portOf(running.app)}/api/v1`;
});
afterAll(() => running.stop());

function send(path: string, body: string | FormData | ReadableStream, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${org.keys.admin}`;
  return fetch(`${base}${path}`, {
    method: "POST",
    headers: { authorization, ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

const json = { "content-type": "application/json" };

test("a body over the limit always returns 413, on any route and with any framing", async () => {
  const large = JSON.stringify({ content: "x".repeat(4_700_000) });
  const times = Array.from({ length: 20 }, (_, time) => time);
  for (const time of times) {
    const body = time % 2 === 0 ? large : new Blob([large]).stream();
    const answer = await send(time % 4 < 2 ? "/api-monitors/import" : "/monitors", body, json);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: "PAYLOAD_TOO_LARGE" } });
  }
});

test("a file over the limit returns 413, and the connection serves the next request", async () => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(54_000_000)]), "large.json");
  const answer = await send("/api-monitors/import/file", form);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("50 MiB") } });
  expect((await send("/monitors", "{}", json)).status).toBe(400);
});
