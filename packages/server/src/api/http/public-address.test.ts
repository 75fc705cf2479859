import { afterEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../test/app.ts";
import { Browser } from "../../../test/browser.ts";

const ADDRESS = "https://status.example.org";
let running: TestApp | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function startAt(publicUrl: string | null): Promise<TestApp> {
  running = await startTestApp({ config: { publicUrl }, identity: { publicUrl } });
  return running;
}

describe("with an https address of its own", () => {
  test("every response sends HSTS, and reads are served under any host name", async () => {
    const app = await startAt(ADDRESS);
    const { keys } = await makeOrg(app.database);
    for (const [host, url] of [
      ["status.example.org", "/"],
      ["10.1.2.3:8080", "/api/v1/locations"],
      ["other.example.net", "/not/there"],
    ] as const) {
      const answer = await app.call(keys.read, { method: "GET", url, headers: { host } });
      expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(answer.statusCode).toBe(url === "/not/there" ? 404 : 200);
    }
  });

  test("a session can write only from that origin", async () => {
    const app = await startAt(ADDRESS);
    const own = new Browser(app, undefined, ADDRESS);
    await own.signUpFirst();
    const cookie = `__Host-vedette.session_token=${own.cookie("__Host-vedette.session_token")}`;
    const create = (origin: string, host: string) =>
      app.call(null, {
        method: "POST",
        url: "/api/v1/organizations",
        headers: { cookie, origin, host },
        payload: { name: `of ${host}` },
      });
    for (const [origin, host] of [
      ["http://status.example.org", "status.example.org"],
      ["https://other.example.net", "other.example.net"],
      ["http://localhost:8080", "localhost:8080"],
    ] as const) {
      expect([origin, (await create(origin, host)).statusCode]).toEqual([origin, 403]);
    }
    expect((await create(ADDRESS, "10.1.2.3:8080")).statusCode).toBe(201);
  });
});

test("without a URL, or with an http URL, no HSTS header is sent", async () => {
  for (const publicUrl of [null, "http://status.example.org"]) {
    const app = await startAt(publicUrl);
    const answer = await app.call(null, { method: "GET", url: "/healthz" });
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
    await app.stop();
    running = undefined;
  }
});

test("responses with an organization's data are never cached", async () => {
  const app = await startAt(null);
  const { keys } = await makeOrg(app.database);
  for (const [key, url] of [
    [keys.read, "/api/v1/monitors"],
    [keys.read, "/api/v1/monitors/none"],
    [keys.admin, "/api/v1/audit-log"],
    [null, "/api/v1/monitors"],
  ] as const) {
    const answer = await app.call(key, { method: "GET", url });
    expect([url, answer.headers["cache-control"]]).toEqual([url, "no-store"]);
  }
});
