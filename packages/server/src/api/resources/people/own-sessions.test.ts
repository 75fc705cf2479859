import { randomUUID } from "node:crypto";
import type { OwnSession } from "@vedette/contract/people/people.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { OWN_ORIGIN } from "../../../../test/sessions.ts";
import { mailBox, signUpByMail } from "../../../../test/sign-up.ts";
import { sql } from "../../../platform/storage/sql.ts";

const box = mailBox();
let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ config: { signUp: "open" }, mailer: box.mailer });
  await new Browser(running).signUpFirst();
});
afterAll(() => running.stop());

const PASSWORD = "correct horse battery";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A person with two sessions. */
async function makeSignedIn(): Promise<{ laptop: Browser; phone: Browser }> {
  const email = `${randomUUID()}@example.org`;
  const [laptop, phone] = [new Browser(running), new Browser(running)];
  await signUpByMail(
    { browser: laptop, box },
    { name: "Ada", email, password: PASSWORD },
    { "user-agent": FIREFOX },
  );
  await phone.post("/api/auth/sign-in", { email, password: PASSWORD }, { "user-agent": "curl/8" });
  return { laptop, phone };
}

const list = async (browser: Browser): Promise<OwnSession[]> =>
  (await browser.get("/api/auth/sessions")).json().data;

const end = (cookie: string, id: string) =>
  running.app.server.inject({
    method: "DELETE",
    url: `/api/auth/sessions/${id}`,
    headers: { cookie, origin: OWN_ORIGIN },
  });

const cookieOf = (browser: Browser) => `vedette.session_token=${browser.cookie("vedette.session_token")}`;

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get("/api/auth/sessions")).statusCode === 200;

describe("own sessions", () => {
  test("are listed with browser, address and current session, and without credentials", async () => {
    const { laptop, phone } = await makeSignedIn();
    const seen = await list(laptop);
    expect(seen.map(({ browser, is_current }) => [browser, is_current]).sort()).toEqual([
      ["Firefox on Linux", true],
      ["curl", false],
    ]);
    expect((await list(phone)).find(({ is_current }) => is_current)?.browser).toBe("curl");
    for (const session of seen) {
      expect(session.address).toMatch(/^10\./);
      expect(Object.keys(session).sort()).toEqual(
        ["id", "is_current", "created_at", "last_seen_at", "expires_at", "address", "browser"].sort(),
      );
    }
  });

  test("show a whole IPv6 address in its short form", async () => {
    const browser = new Browser(running, "2001:0db8:0000:0000:0000:0000:0000:0001");
    const person = { name: "Ada", email: `${randomUUID()}@example.org`, password: PASSWORD };
    await signUpByMail({ browser, box }, person);
    expect(await list(browser)).toMatchObject([{ address: "2001:db8::1" }]);
  });

  test("show the time of last use, to five minutes", async () => {
    const { laptop } = await makeSignedIn();
    const [session] = await list(laptop);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await running.database.run(sql`
      update session set created_at = ${hourAgo}, last_seen_at = ${hourAgo}
      where person_id = (select person_id from session where id = ${session?.id})`);
    const seen = await list(laptop);
    const current = seen.find(({ is_current }) => is_current);
    const other = seen.find(({ is_current }) => !is_current);
    expect(Date.parse(current?.last_seen_at ?? "")).toBeGreaterThan(hourAgo.getTime() + 1_800_000);
    expect(Date.parse(other?.last_seen_at ?? "")).toBe(hourAgo.getTime());
  });

  test("end one by one, immediately", async () => {
    const { laptop, phone } = await makeSignedIn();
    const other = (await list(laptop)).find(({ is_current }) => !is_current);
    expect((await end(cookieOf(laptop), other?.id ?? "")).statusCode).toBe(200);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
    expect((await end(cookieOf(laptop), other?.id ?? "")).statusCode).toBe(404);
  });

  test("end all except the current one", async () => {
    const { laptop, phone } = await makeSignedIn();
    const response = await phone.post("/api/auth/sessions/end-others");
    expect(response.json().data).toEqual({ ended: 1 });
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, true]);
  });

  test("of another person return 404 and stay valid", async () => {
    const [{ laptop: mine }, { laptop: theirs }] = [await makeSignedIn(), await makeSignedIn()];
    const [foreign] = await list(theirs);
    for (const id of [foreign?.id ?? "", foreign?.id.toUpperCase() ?? "", "1"])
      expect((await end(cookieOf(mine), id)).statusCode).toBe(404);
    await mine.post("/api/auth/sessions/end-others");
    expect(await isSignedIn(theirs)).toBe(true);
  });

  test("cannot be ended by a page of another origin, and are not shown to an API key", async () => {
    const { laptop } = await makeSignedIn();
    const elsewhere = { origin: "https://evil.example" };
    expect((await laptop.post("/api/auth/sessions/end-others", {}, elsewhere)).statusCode).toBe(403);
    const { keys } = await makeOrg(running.database);
    const asked = await running.call(keys.admin, { method: "GET", url: "/api/auth/sessions" });
    expect(asked.statusCode).toBe(403);
  });

  test("are recorded in the audit log of each organization of the person", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    const member = await makeMember(running.database, { orgId, role: "member" });
    const [session] = (await running.callAs(member, { method: "GET", url: "/api/auth/sessions" })).json()
      .data;
    expect((await end(member.cookie, session.id)).statusCode).toBe(200);
    const log = await running.call(keys.admin, { method: "GET", url: "/api/v1/audit-log" });
    expect(log.json().data).toMatchObject([
      {
        action: "session.end",
        actor: { kind: "member", id: member.id, name: member.name },
        target: { type: "session", id: session.id },
        after: { ended: 1 },
      },
    ]);
  });
});
