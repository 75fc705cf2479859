import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../../test/pages/status-pages.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";

let running: TestApp;
let make: PageMaker;
const mails: Mail[] = [];
let nowMs = Date.now();
beforeAll(async () => {
  running = await startTestApp({
    config: { publicUrl: "https://vedette.example", statusDomain: "status.example" },
    clock: { now: () => nowMs, monotonic: () => performance.now() },
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
  });
});
beforeEach(async () => {
  nowMs = Date.now();
  make = await pageMaker(running);
});
afterAll(() => running.stop());

let addresses = 0;
/** Attempts are limited for each address. */
const newAddress = () => {
  addresses += 1;
  return `192.0.2.${addresses}`;
};
const visit = (url: string, headers: Record<string, string> = {}, remoteAddress = "192.0.2.250") =>
  running.app.server.inject({ url, headers, remoteAddress });
const post = (url: string, fields: Record<string, string>, { headers = {}, address = newAddress() } = {}) =>
  running.app.server.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: address,
  });
const is =
  (status: number) =>
  ({ statusCode }: { statusCode: number }) =>
    statusCode === status;
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers["set-cookie"]).split(";")[0] ?? "";

describe("a page with a password", () => {
  const PASSWORD = "correct horse battery";
  const protect = async (slug: string) => {
    const page = await make.page({ slug, title: "Hidden title", access: "password", password: PASSWORD });
    await visitUntil(running, `/status/${slug}`, is(401));
    return page;
  };

  test("shows a form, and no part of the page to who does not know it", async () => {
    const page = await protect("locked");
    await make.incident(page, { title: "Hidden incident" });
    const paths = [
      "",
      "/history",
      "/events",
      "/custom.css",
      "/images/favicon",
      "/incidents/aaaaaaaaaaaaaaaa",
    ];
    for (const path of paths) {
      const response = await visit(`/status/locked${path}`);
      expect(response.statusCode).toBe(401);
      expect(response.body).not.toContain("Hidden");
      expect(response.headers["cache-control"]).toBe("no-store");
    }
    expect((await visit("/status/locked")).body).toContain('autocomplete="current-password"');
  });

  test("opens with the password for 30 days, in a cookie of this page only", async () => {
    await protect("opened");
    const signedIn = await post("/status/opened/sign-in", { password: PASSWORD, back: "/history" });
    expect(signedIn.statusCode).toBe(303);
    expect(signedIn.headers.location).toBe("/status/opened/history");
    expect(signedIn.headers["set-cookie"]).toMatch(
      /^vedette_page_[a-z0-9]{16}=\d+\.[\w-]{43}; Path=\/status\/opened; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const cookie = cookieOf(signedIn);
    const opened = await visit("/status/opened", { cookie });
    expect(opened.statusCode).toBe(200);
    expect(opened.headers["cache-control"]).toBe("private, no-cache");
    await protect("opened-2");
    const value = cookie.split("=")[1] ?? "";
    for (const wrong of [cookie.replace(/\d+\./, "9999999999."), `${cookie}x`, `x=${value}`])
      expect((await visit("/status/opened", { cookie: wrong })).statusCode).toBe(401);
    nowMs += 31 * 86_400_000;
    expect((await visit("/status/opened", { cookie })).statusCode).toBe(401);
  });

  test("ends the access of everyone when the password changes", async () => {
    const page = await protect("rotated");
    const cookie = cookieOf(await post("/status/rotated/sign-in", { password: PASSWORD }));
    expect((await visit("/status/rotated", { cookie })).statusCode).toBe(200);
    await make.send("PUT", `/status-pages/${page.id}`, { password: "another long password" });
    await visitUntil(running, "/status/rotated", is(401), { cookie });
  });

  test("never leads to another site after it", async () => {
    await protect("redirects");
    for (const back of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/%2f/evil",
      "javascript:alert(1)",
      "/..//evil",
    ]) {
      const response = await post("/status/redirects/sign-in", { password: PASSWORD, back });
      expect(response.headers.location).toBe("/status/redirects");
    }
  });

  test("limits guesses of an address, also with the right password", async () => {
    await protect("guessed");
    const address = newAddress();
    const guess = async (password: string) =>
      (await post("/status/guessed/sign-in", { password }, { address })).statusCode;
    const statuses: number[] = [];
    for (let nr = 0; nr < 11; nr++) statuses.push(await guess(nr === 0 ? "" : "x".repeat(nr * 30)));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(await guess(PASSWORD)).toBe(429);
    expect((await post("/status/guessed/sign-in", { password: PASSWORD })).statusCode).toBe(303);
  });

  test("rejects forms that are too large or of another type", async () => {
    await protect("forms");
    expect((await post("/status/forms/sign-in", { password: "x".repeat(5_000) })).statusCode).toBe(413);
    const json = { method: "POST", url: "/status/forms/sign-in", payload: { password: PASSWORD } } as const;
    expect((await running.app.server.inject(json)).statusCode).toBe(401);
  });

  test("opens at its own host name with a cookie for that host", async () => {
    await protect("hosted");
    const host = { host: "hosted.status.example" };
    const signedIn = await post("/sign-in", { password: PASSWORD }, { headers: host });
    expect(signedIn.headers.location).toBe("/");
    expect(signedIn.headers["set-cookie"]).toContain("; Path=/; ");
    expect((await visit("/", { ...host, cookie: cookieOf(signedIn) })).statusCode).toBe(200);
  });
});

describe("a page for members", () => {
  test("opens for members of its organization", async () => {
    await make.page({ slug: "team", access: "members" });
    const { body } = await visitUntil(running, "/status/team", is(401));
    expect(body).toContain("Only members of the organization");
    const member = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    expect((await visit("/status/team", { cookie: member.cookie })).statusCode).toBe(200);
    const other = await makeMember(running.database, {
      orgId: (await pageMaker(running)).org.orgId,
      role: "owner",
    });
    expect((await visit("/status/team", { cookie: other.cookie })).statusCode).toBe(401);
    expect((await visit("/", { host: "team.status.example" })).body).toContain(
      "https://vedette.example/status/team",
    );
  });
});

describe("a page as it was at an earlier time", () => {
  const DAY_MS = 86_400_000;

  test("is shown to members only, with the posts of then", async () => {
    const page = await make.page({ slug: "then", title: "First title" });
    const component = await make.component(page, { name: "Shop" });
    await make.incident(page, {
      ...{ title: "Slow checkout", status: "investigating", message: "Text of then." },
      components: [{ id: component.id, status: "major_outage" }],
    });
    // Later than the organization, whose time is that of the database.
    nowMs = Date.now() + 1_000;
    const at = new Date(nowMs).toISOString();
    nowMs += 60_000;
    const [incident] = (await make.send("GET", `/status-pages/${page.id}/incidents`)).json().data;
    await make.send("DELETE", `/status-pages/${page.id}/incidents/${incident.id}`);
    await make.send("PUT", `/status-pages/${page.id}`, { title: "Second title" });
    await visitUntil(
      running,
      "/status/then",
      ({ body }) => body.includes("Second title") && !body.includes("Slow"),
    );
    const url = `/status/then?at=${at}`;
    for (const headers of [{}, { cookie: (await strangerOf("owner")).cookie }]) {
      const refused = await visit(url, headers);
      expect([refused.statusCode, refused.headers["cache-control"]]).toEqual([401, "no-store"]);
      expect(refused.body).not.toMatch(/First title|Slow checkout/);
    }
    const { cookie } = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    const shown = await visit(url, { cookie });
    expect([shown.statusCode, shown.headers["cache-control"]]).toEqual([200, "no-store"]);
    for (const text of ["First title", "Slow checkout", "Text of then.", "Back to now"])
      expect(shown.body).toContain(text);
    expect(shown.body).toContain('data-status="major_outage"');
    expect(shown.body).not.toMatch(/data-events|\/subscribe"/);
    const german = await visit(`${url}&lang=de`, { cookie });
    expect(german.body).toContain("Zurück zu jetzt");
    // Links keep the instant and the language. The incident was deleted since.
    const [, own = ""] = /href="(\/status\/then\/incidents\/[^"]+)"/.exec(german.body) ?? [];
    expect(own).toMatch(/\?lang=de&amp;at=/);
    const opened = await visit(own.replaceAll("&amp;", "&"), { cookie });
    expect(opened.statusCode).toBe(200);
    expect(opened.body).toContain("Text of then.");
    expect((await visit(`/status/then/incidents/aaaaaaaaaaaaaaaa?at=${at}`, { cookie })).statusCode).toBe(
      404,
    );
    expect((await visit(own.replaceAll("&amp;", "&"))).statusCode).toBe(401);
  });

  test("rejects what is no instant, the future, and a time before the page", async () => {
    await make.page({ slug: "young" });
    await visitUntil(running, "/status/young", is(200));
    const { cookie } = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    for (const at of ["", "yesterday", "2026-02-30T00:00:00Z", new Date(nowMs + DAY_MS).toISOString()])
      expect((await visit(`/status/young?at=${at}`, { cookie })).statusCode).toBe(400);
    expect((await visit("/status/young?at=2020-01-01T00:00:00Z", { cookie })).body).toContain(
      "use a later time",
    );
  });

  const strangerOf = async (role: "owner") =>
    makeMember(running.database, { orgId: (await pageMaker(running)).org.orgId, role });
});

describe("a page for e-mail domains", () => {
  const restrict = async (slug: string) => {
    const page = await make.page({ slug, access: "email_domains", email_domains: ["acme.example"] });
    await visitUntil(running, `/status/${slug}`, is(401));
    return page;
  };
  const linkTo = (email: string) => {
    const mail = mails.findLast(({ to }) => to === email);
    return /https:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? null;
  };

  test("sends a link to allowed addresses, says the same to all, and opens with a button", async () => {
    const page = await restrict("mailed");
    const answers = [];
    for (const email of [
      "ada@acme.example",
      "eve@evil.example",
      "eve@acme.example.evil.example",
      "not an address",
      "a@acme.example\nBcc: x@evil.example",
    ])
      answers.push((await post("/status/mailed/sign-in", { email })).body);
    expect(new Set(answers).size).toBe(1);
    expect(mails.map(({ to }) => to)).toEqual(["ada@acme.example"]);
    const url = new URL(linkTo("ada@acme.example") ?? "");
    expect(url.origin + url.pathname).toBe("https://vedette.example/status/mailed/sign-in");
    const token = url.searchParams.get("token") ?? "";
    // A scanner that opens the link does not use it.
    const confirm = await visit(`/status/mailed/sign-in?token=${token}`);
    expect(confirm.statusCode).toBe(200);
    expect(confirm.headers["set-cookie"]).toBeUndefined();
    const opened = await post("/status/mailed/sign-in", { token });
    const cookie = cookieOf(opened);
    expect((await visit("/status/mailed", { cookie })).statusCode).toBe(200);
    await make.send("PUT", `/status-pages/${page.id}`, { email_domains: ["other.example"] });
    await visitUntil(running, "/status/mailed", is(401), { cookie });
    expect((await post("/status/mailed/sign-in", { token })).statusCode).toBe(401);
  });

  test("accepts a link for 15 minutes, and neither a cookie in its place nor the link of another page", async () => {
    await restrict("expiring");
    await restrict("elsewhere");
    await post("/status/expiring/sign-in", { email: "bob@acme.example" });
    const token = new URL(linkTo("bob@acme.example") ?? "").searchParams.get("token") ?? "";
    expect((await post("/status/elsewhere/sign-in", { token })).statusCode).toBe(401);
    const opened = await post("/status/expiring/sign-in", { token });
    const proof = cookieOf(opened).split("=")[1] ?? "";
    expect((await post("/status/expiring/sign-in", { token: proof })).statusCode).toBe(401);
    nowMs += 16 * 60_000;
    expect((await post("/status/expiring/sign-in", { token })).statusCode).toBe(401);
  });

  test("sends three mails an hour to an address", async () => {
    await restrict("flooded");
    const before = mails.length;
    for (let nr = 0; nr < 5; nr++) await post("/status/flooded/sign-in", { email: "Cy@acme.example" });
    expect(mails.length - before).toBe(3);
  });
});

describe("a page for networks", () => {
  test("does not exist for others, in any form of their address", async () => {
    const { id } = await make.page({ slug: "internal" });
    await visitUntil(running, "/status/internal", is(200));
    await make.send("PUT", `/status-pages/${id}`, { ip_allow: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7"] });
    const from = async (address: string) => (await visit("/status/internal", {}, address)).statusCode;
    await visitUntil(running, "/status/internal", is(404));
    for (const address of ["10.1.2.3", "2001:db8::1", "192.0.2.7", "::ffff:10.0.0.1"])
      expect(await from(address)).toBe(200);
    for (const address of ["11.0.0.1", "2001:db9::1", "192.0.2.8", "::ffff:11.0.0.1"])
      expect(await from(address)).toBe(404);
    const forwarded = await visit("/status/internal", { "x-forwarded-for": "10.0.0.1" }, "203.0.113.1");
    expect(forwarded.statusCode).toBe(404);
  });
});
