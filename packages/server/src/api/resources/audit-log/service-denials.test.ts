import { createHmac, randomUUID } from "node:crypto";
import type { AuditEntry } from "@vedette/contract/people/audit-log.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { findTamperedEntries } from "./service.ts";

const PASSWORD = "correct horse battery";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  await new Browser(running).signUpFirst();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function listEntries(action: string): Promise<AuditEntry[]> {
  const url = `/api/v1/audit-log?action=${action}&limit=100`;
  return (await running.call(org.keys.admin, { method: "GET", url })).json().data;
}

describe("a forbidden request", () => {
  const deleteMonitor = { method: "DELETE", url: `/api/v1/monitors/${randomUUID()}` } as const;

  test("is in the audit log with actor, route and IP address, and without secrets", async () => {
    const viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    expect((await running.call(org.keys.read, deleteMonitor)).statusCode).toBe(403);
    expect((await running.callAs(viewer, deleteMonitor)).statusCode).toBe(403);
    const entries = await listEntries("access.denied");
    const route = "DELETE /api/v1/monitors/:id";
    expect(entries).toMatchObject([
      {
        actor: { kind: "member", id: viewer.id },
        target: { type: "member", id: viewer.membershipId },
        after: { route, role: "viewer", attempts: 1 },
        ip: "127.0.0.1",
        request_id: expect.any(String),
      },
      { actor: { kind: "key", name: "read" }, after: { route, scope: "read", attempts: 1 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(org.keys.read);
  });

  test("is counted, so that repeated attempts do not fill the log", async () => {
    for (let index = 0; index < 30; index++) await running.call(org.keys.read, deleteMonitor);
    const attempts = (await listEntries("access.denied")).map(({ after }) => after?.attempts);
    expect(attempts).toEqual([10, 1]);
  });

  test("has at most a hundred entries an hour in an organization across all routes and keys", async () => {
    const routes = running.app.routes.filter(({ method, url }) => method !== "GET" && url.includes("/v1/"));
    const keys = [org.keys.read, org.keys.agent, org.keys.runner];
    let denied = 0;
    for (const { method, url } of routes) {
      for (const key of keys) {
        const path = url.replace("/organizations/:id", `/organizations/${org.orgId}`);
        if ((await running.call(key, { method, url: path, payload: {} })).statusCode === 403) denied++;
      }
    }
    expect(denied).toBeGreaterThan(100);
    const url = "/api/v1/audit-log?action=access.denied&limit=100";
    const page = (await running.call(org.keys.admin, { method: "GET", url })).json();
    expect([page.data.length, page.meta.has_more]).toEqual([100, false]);
    expect(await findTamperedEntries(running.database, org.orgId)).toEqual([]);
  });

  test("to another organization is not in that organization's log", async () => {
    const otherOrg = await makeOrg(running.database);
    const headers = { "x-organization-id": org.orgId };
    const person = await makeMember(running.database, { orgId: otherOrg.orgId, role: "owner" });
    expect((await running.callAs(person, { ...deleteMonitor, headers })).statusCode).toBe(403);
    expect(await listEntries("access.denied")).toEqual([]);
  });
});

describe("a failed sign-in", () => {
  const signIn = (browser: Browser, email: string, password: string) =>
    browser.post("/api/auth/sign-in", { email, password });

  async function member(): Promise<{ browser: Browser; email: string }> {
    const [browser, email] = [new Browser(running), `${randomUUID()}@example.org`];
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const invited = await running.call(org.keys.admin, { method: "POST", url, payload: { email } });
    const invitation_token = invited.json().data.invite_url.split("#")[1];
    const body = { name: "Ada", email, password: PASSWORD, invitation_token };
    expect((await browser.post("/api/auth/sign-up", body)).statusCode).toBe(201);
    return { browser, email };
  }

  test("is in the audit log of the person's organizations with a counter, and without the password", async () => {
    const { email } = await member();
    const wrongPassword = "a guess that is wrong";
    for (let index = 0; index < 12; index++) {
      await signIn(new Browser(running, `10.9.${index}.1`), email, wrongPassword);
    }
    const entries = await vi.waitFor(async () => {
      const found = await listEntries("sign_in.failed");
      expect(found).toHaveLength(2);
      return found;
    }, 30_000);
    expect(entries.map(({ after }) => after)).toEqual([
      { email, step: "password", attempts: 10 },
      { email, step: "password", attempts: 1 },
    ]);
    expect(entries[1]?.ip).toBe("10.9.0.1");
    expect(JSON.stringify(entries)).not.toContain(wrongPassword);
  });

  test("at the second factor is recorded with that step, because the password is known", async () => {
    const { browser, email } = await member();
    const setUp = await browser.post("/api/auth/two-factor", { password: PASSWORD });
    const secret = new URL(setUp.json().data.uri).searchParams.get("secret") ?? "";
    const confirmed = await browser.post("/api/auth/two-factor/confirm", { code: totpCode(secret) });
    expect(confirmed.statusCode).toBe(200);
    const attacker = new Browser(running);
    expect((await signIn(attacker, email, PASSWORD)).json().data.status).toBe("code_needed");
    const body = { code: "AAAAA-AAAAA", recovery: true };
    expect((await attacker.post("/api/auth/sign-in/code", body)).statusCode).toBe(401);
    await vi.waitFor(async () => {
      const [entry] = await listEntries("sign_in.failed");
      expect(entry?.after).toEqual({ email, step: "code", attempts: 1 });
    }, 30_000);
  });

  test("of an email address without an account is in no log", async () => {
    expect((await signIn(new Browser(running), `${randomUUID()}@example.org`, "x")).statusCode).toBe(401);
    expect(await listEntries("sign_in.failed")).toEqual([]);
  });
});

/** Returns the current code of an authenticator app. Source: RFC 6238. */
function totpCode(secret: string): string {
  const bits = [...secret.replaceAll("=", "")]
    .map((character) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
