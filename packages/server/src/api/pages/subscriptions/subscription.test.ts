import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../../test/pages/status-pages.ts";
import { type SubscriberWork, subscriberWork } from "../../../../test/pages/subscribers.ts";
import { startMailServer, type TestMailServer } from "../../../../test/servers/mail-server.ts";
import { type Received, type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { testVault } from "../../../../test/vault.ts";

let running: TestApp;
let make: PageMaker;
let mail: TestMailServer;
let receiver: Receiver;
let work: SubscriberWork;
let nowMs = Date.now();
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  mail = await startMailServer();
  receiver = await startReceiver();
  const vault = testVault();
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  running = await startTestApp({
    config: { publicUrl: "https://vedette.example" },
    ...{ clock, vault, mailer: mail.mailer },
  });
  work = subscriberWork(running, { vault, clock, mail });
});
beforeEach(async () => {
  nowMs = Date.now();
  make = await pageMaker(running);
});
afterAll(async () => {
  await running.stop();
  await mail.close();
  await receiver.close();
});

let visitors = 0;
/** Sign-ups are limited for each address. */
const newVisitor = () => {
  visitors += 1;
  return `192.0.2.${visitors}`;
};

function post(
  url: string,
  form: Record<string, string | readonly string[]>,
  { visitor = newVisitor(), headers = {} }: { visitor?: string; headers?: Record<string, string> } = {},
) {
  const fields = Object.entries(form).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one) => [name, one] as [string, string]),
  );
  return running.app.server.inject({
    ...{ method: "POST", url, remoteAddress: visitor, payload: new URLSearchParams(fields).toString() },
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
}
const visit = (url: string) => running.app.server.inject({ url });

const TOPICS = { topic: ["incidents", "maintenance"] };

async function list({ id }: { id: string }, query = ""): Promise<PageSubscriber[]> {
  const response = await make.send("GET", `/status-pages/${id}/subscribers${query}`);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

/** Waits until the sign-ups are stored: they are stored after the response. */
async function stored(page: { id: string }, count: number): Promise<PageSubscriber[]> {
  await expect.poll(async () => (await list(page)).length).toBe(count);
  return list(page);
}

function lastReceived(): Received {
  const last = receiver.received.at(-1);
  if (!last) throw new Error("nothing was received");
  return last;
}

/** Creates a page that is served, and the path of its links. */
async function servedPage(slug: string, fields: object = {}) {
  const page = await make.page({ slug, title: "Acme", ...fields });
  await visitUntil(running, `/status/${slug}`, ({ statusCode }) => statusCode !== 404);
  return page;
}

/** The path and query of a link in the newest mail to an address. */
function linkIn(address: string, name: "subscription" | "unsubscribe"): string {
  const text = mail.mailsTo(address).at(-1)?.text ?? "";
  const [url = ""] =
    new RegExp(`https://vedette\\.example/status/[a-z-]+/${name}\\?token=[\\w-]{32}`).exec(text) ?? [];
  return url.replace("https://vedette.example", "");
}
const tokenOf = (path: string) => new URLSearchParams(path.split("?")[1]).get("token") ?? "";

/** Subscribes and confirms an address, and returns the path of its link. */
async function subscribed(page: { slug: string }, email: string): Promise<string> {
  const before = mail.mailsTo(email).length;
  await post(`/status/${page.slug}/subscribe`, { email, ...TOPICS });
  await expect
    .poll(async () => {
      await work.confirm();
      return mail.mailsTo(email).length;
    })
    .toBe(before + 1);
  const path = linkIn(email, "subscription");
  await post(path, { token: tokenOf(path), action: "confirm" });
  return path;
}

describe("subscribing by email", () => {
  test("takes a form without a script, a link and a button", async () => {
    const page = await servedPage("opt-in");
    expect((await visit("/status/opt-in")).body).toContain('href="/status/opt-in/subscribe"');
    const form = await visit("/status/opt-in/subscribe");
    expect(form.headers["cache-control"]).toBe("no-store");
    expect(form.body).toContain('<form method="post" action="/status/opt-in/subscribe">');
    const asked = await post("/status/opt-in/subscribe", { email: "Ada@Example.org", ...TOPICS });
    expect([asked.statusCode, asked.body.includes("is on its way")]).toEqual([200, true]);
    const [pending] = await stored(page, 1);
    expect(pending).toMatchObject({ address: "ada@example.org", state: "pending", created_by: "visitor" });
    await work.confirm();
    const path = linkIn("ada@example.org", "subscription");
    // A program that scans the mail opens the link.
    expect((await visit(path)).statusCode).toBe(200);
    expect((await list(page))[0]).toMatchObject({ state: "pending" });
    const confirmed = await post("/status/opt-in/subscription", { token: tokenOf(path), action: "confirm" });
    expect(confirmed.body).toContain("The subscription is confirmed.");
    expect((await list(page))[0]).toMatchObject({ state: "active", topics: ["incidents", "maintenance"] });
  });

  test("is possible for 48 hours", async () => {
    const page = await servedPage("late");
    await post("/status/late/subscribe", { email: "bob@example.org", ...TOPICS });
    await stored(page, 1);
    await work.confirm();
    const path = linkIn("bob@example.org", "subscription");
    nowMs += 48 * HOUR_MS;
    expect((await visit(path)).statusCode).toBe(404);
    expect((await post(path, { token: tokenOf(path), action: "confirm" })).statusCode).toBe(404);
    expect((await list(page))[0]).toMatchObject({ state: "pending" });
    nowMs += 5 * 24 * HOUR_MS;
    await work.expire();
    expect(await list(page)).toHaveLength(1);
    nowMs -= 5 * 24 * HOUR_MS + 1;
    expect((await post(path, { token: tokenOf(path), action: "confirm" })).statusCode).toBe(200);
  });

  test("is forgotten without a confirmation for 7 days", async () => {
    const page = await servedPage("forgotten");
    await post("/status/forgotten/subscribe", { email: "never@example.org", ...TOPICS });
    await stored(page, 1);
    await subscribed(page, "always@example.org");
    nowMs += 7 * 24 * HOUR_MS + 1;
    await work.expire();
    expect(await list(page)).toMatchObject([{ address: "always@example.org" }]);
  });

  test("answers the same for new, pending, active and unsubscribed addresses", async () => {
    const page = await servedPage("silent");
    const ask = async (email: string) => {
      const { statusCode, body } = await post("/status/silent/subscribe", { email, ...TOPICS });
      return `${statusCode} ${body.replaceAll(/As of [^<]*/g, "")}`;
    };
    const path = await subscribed(page, "cy@example.org");
    const answers = [await ask("new@example.org"), await ask("new@example.org"), await ask("cy@example.org")];
    await post("/status/silent/unsubscribe", { token: "" });
    await post(path.replace("subscription", "unsubscribe"), {});
    expect((await list(page, "?address=cy@example.org"))[0]).toMatchObject({ state: "unsubscribed" });
    answers.push(await ask("cy@example.org"));
    expect(new Set(answers).size).toBe(1);
  });

  test("sends an active address the link to its choices, and changes nothing", async () => {
    const page = await servedPage("again");
    await subscribed(page, "again@example.org");
    await post("/status/again/subscribe", { email: "again@example.org", topic: "incidents" });
    await expect
      .poll(async () => {
        await work.confirm();
        return mail.mailsTo("again@example.org").length;
      })
      .toBe(2);
    expect(mail.mailsTo("again@example.org")[1]?.subject).toBe("Manage subscription");
    expect(await list(page)).toMatchObject([{ state: "active", topics: ["incidents", "maintenance"] }]);
  });

  test("rejects what is no address, and forms without a choice", async () => {
    const page = await servedPage("bad");
    const component = await make.component(page, { name: "Website" });
    const bad: Record<string, string | readonly string[]>[] = [
      { email: "", ...TOPICS },
      { email: "no-address", ...TOPICS },
      { email: "a@example.org\r\nBcc: b@example.org", ...TOPICS },
      { email: "a@example.org, b@example.org", ...TOPICS },
      { email: "a@example.org" },
      { email: "a@example.org", topic: "everything" },
      { email: "a@example.org", ...TOPICS, components: "some" },
      { email: "a@example.org", ...TOPICS, components: "some", component: "unknown" },
      { email: "a@example.org", ...TOPICS, type: "pigeon" },
      { type: "slack", url: "javascript:alert(1)", ...TOPICS },
      { type: "webhook", url: "https://user:password@example.org/", ...TOPICS },
    ];
    for (const form of bad) expect((await post("/status/bad/subscribe", form)).statusCode).toBe(400);
    const json = {
      method: "POST",
      url: "/status/bad/subscribe",
      payload: { email: "a@example.org" },
    } as const;
    expect((await running.app.server.inject(json)).statusCode).toBe(400);
    const some = { components: "some", component: component.public_id };
    await post("/status/bad/subscribe", { email: "a@example.org", ...TOPICS, ...some });
    expect(await stored(page, 1)).toMatchObject([{ components: [component.id] }]);
  });
});

describe("floods of sign-ups", () => {
  test("end after five from one address", async () => {
    await servedPage("flood");
    const visitor = "198.51.100.1";
    const statuses: number[] = [];
    for (let nr = 0; nr < 7; nr++) {
      const form = { email: `flood-${nr}@example.org`, ...TOPICS };
      statuses.push((await post("/status/flood/subscribe", form, { visitor })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test("send at most five mails an hour to one address, on all pages, and say the same", async () => {
    await servedPage("flood-b");
    await servedPage("flood-c");
    const answers = new Set<number>();
    for (let nr = 0; nr < 8; nr++) {
      const slug = nr % 2 === 0 ? "flood-b" : "flood-c";
      answers.add(
        (await post(`/status/${slug}/subscribe`, { email: "victim@example.org", ...TOPICS })).statusCode,
      );
      await work.confirm();
    }
    expect([...answers]).toEqual([200]);
    await expect
      .poll(async () => {
        await work.confirm();
        return mail.mailsTo("victim@example.org").length;
      })
      .toBe(5);
  });
});

describe("unsubscribing", () => {
  test("takes one POST of a mail program, in either form (RFC 8058), and never a GET", async () => {
    const page = await servedPage("one-click");
    for (const [email, type] of [
      ["d1@example.org", "application/x-www-form-urlencoded"],
      ["d2@example.org", "multipart/form-data; boundary=x"],
    ] as const) {
      await subscribed(page, email);
      await make.incident(page, { title: "Down" });
      await work.broadcast();
      const head = (mail.mailsTo(email).at(-1)?.raw ?? "").replaceAll(/\r\n[ \t]+/g, " ");
      const [, url = ""] = /^List-Unsubscribe: <([^>]+)>\r$/m.exec(head) ?? [];
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      const path = url.replace("https://vedette.example", "");
      const opened = await visit(path);
      expect(opened.body).toContain("<button>Unsubscribe</button>");
      expect((await list(page, `?address=${email}`))[0]).toMatchObject({ state: "active" });
      const payload = type.startsWith("multipart")
        ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        : "List-Unsubscribe=One-Click";
      const headers = { "content-type": type };
      const clicked = await running.app.server.inject({ method: "POST", url: path, headers, payload });
      expect(clicked.statusCode).toBe(200);
      expect((await list(page, `?address=${email}`))[0]).toMatchObject({ state: "unsubscribed" });
      const before = mail.mailsTo(email).length;
      await make.incident(page, { title: "Down again" });
      await work.broadcast();
      expect(mail.mailsTo(email).length).toBe(before);
    }
  });

  test("makes an earlier link to confirm invalid, and a new sign-up possible", async () => {
    const page = await servedPage("back");
    const path = await subscribed(page, "back@example.org");
    await post(path, { token: tokenOf(path), action: "unsubscribe" });
    expect((await post(path, { token: tokenOf(path), action: "confirm" })).statusCode).toBe(404);
    await subscribed(page, "back@example.org");
    expect(await list(page)).toMatchObject([{ state: "active" }]);
  });

  test("works at the earlier address of a page", async () => {
    const page = await servedPage("before");
    const path = await subscribed(page, "moved@example.org");
    await make.send("PUT", `/status-pages/${page.id}`, { slug: "after" });
    await visitUntil(running, "/status/after", ({ statusCode }) => statusCode === 200);
    const clicked = await post(path.replace("subscription", "unsubscribe"), {
      "List-Unsubscribe": "One-Click",
    });
    expect(clicked.statusCode).toBe(200);
    expect(await list(page)).toMatchObject([{ state: "unsubscribed" }]);
  });

  test("says the same for an unknown token", async () => {
    await servedPage("unknown");
    const response = await post(`/status/unknown/unsubscribe?token=${"x".repeat(32)}`, {});
    expect([response.statusCode, response.body.includes("You are unsubscribed")]).toEqual([200, true]);
  });
});

describe("the page of one's own", () => {
  test("changes topics and components", async () => {
    const page = await servedPage("choices");
    const component = await make.component(page, { name: "Website" });
    const path = await subscribed(page, "eve@example.org");
    const token = tokenOf(path);
    await visitUntil(running, path, ({ body }) => body.includes("Website"));
    const form = {
      token,
      action: "save",
      topic: "maintenance",
      components: "some",
      component: component.public_id,
    };
    expect((await post("/status/choices/subscription", form)).body).toContain("The changes are saved.");
    expect(await list(page)).toMatchObject([{ topics: ["maintenance"], components: [component.id] }]);
    const none = await post("/status/choices/subscription", { token, action: "save" });
    expect(none.statusCode).toBe(400);
  });

  test("is in the language of the sign-up, and the mails too", async () => {
    const page = await servedPage("sprache");
    const headers = { "accept-language": "de" };
    await post("/status/sprache/subscribe", { email: "fritz@example.org", ...TOPICS }, { headers });
    await stored(page, 1);
    await work.confirm();
    expect(mail.mailsTo("fritz@example.org")[0]?.subject).toBe("Abonnement bestätigen");
    expect((await visit(linkIn("fritz@example.org", "subscription"))).body).toContain(
      "<button>Abonnement bestätigen",
    );
  });
});

describe("access", () => {
  test("is needed to subscribe, but not to unsubscribe", async () => {
    const page = await servedPage("closed");
    const path = await subscribed(page, "gus@example.org");
    await make.send("PUT", `/status-pages/${page.id}`, { access: "password", password: "a long password" });
    await visitUntil(running, "/status/closed", ({ statusCode }) => statusCode === 401);
    expect((await visit("/status/closed/subscribe")).statusCode).toBe(401);
    expect((await post("/status/closed/subscribe", { email: "x@example.org", ...TOPICS })).statusCode).toBe(
      401,
    );
    expect(await list(page)).toHaveLength(1);
    await make.component(page, { name: "Secret component" });
    const held = await visit(path);
    expect(held.body).not.toContain("Secret component");
    const saved = await post(path, { token: tokenOf(path), action: "save", topic: "incidents" });
    expect(saved.statusCode).toBe(404);
    await post(path, { token: tokenOf(path), action: "unsubscribe" });
    expect(await list(page)).toMatchObject([{ state: "unsubscribed" }]);
  });

  test("to a page for email domains limits addresses to them", async () => {
    const page = await servedPage("domains", { access: "email_domains", email_domains: ["acme.example"] });
    const links = mail.mailsTo("h@acme.example").length;
    await post("/status/domains/sign-in", { email: "h@acme.example" });
    await expect.poll(() => mail.mailsTo("h@acme.example").length).toBe(links + 1);
    const [, token = ""] =
      /sign-in\?token=(\S+)/.exec(mail.mailsTo("h@acme.example").at(-1)?.text ?? "") ?? [];
    const opened = await post("/status/domains/sign-in", { token });
    const headers = { cookie: String(opened.headers["set-cookie"]).split(";")[0] ?? "" };
    for (const email of ["h@other.example", "h@acme.example"])
      expect((await post("/status/domains/subscribe", { email, ...TOPICS }, { headers })).statusCode).toBe(
        200,
      );
    expect(await stored(page, 1)).toMatchObject([{ address: "h@acme.example" }]);
  });

  test("to the form ends with show.subscribers", async () => {
    const page = await servedPage("off", { show: { subscribers: false } });
    expect((await visit("/status/off")).body).not.toContain("/subscribe");
    expect((await visit("/status/off/subscribe")).statusCode).toBe(404);
    expect((await post("/status/off/subscribe", { email: "x@example.org", ...TOPICS })).statusCode).toBe(404);
    expect(await list(page)).toEqual([]);
  });
});

describe("subscribing by webhook and chat", () => {
  test("activates a webhook that returns the challenge, and no other", async () => {
    const page = await servedPage("hooks");
    const ask = async (path: string) => {
      await post("/status/hooks/subscribe", { type: "webhook", url: `${receiver.url}${path}`, ...TOPICS });
      await expect.poll(async () => (await list(page, `?address=${receiver.url}${path}`)).length).toBe(1);
      await work.confirm();
      return (await list(page, `?address=${receiver.url}${path}`))[0];
    };
    receiver.responses.push({ status: 200, body: "ok" });
    expect(await ask("/silent")).toMatchObject({ state: "pending", address: `${receiver.url}/…` });
    receiver.responses.push((response) => {
      const { data } = lastReceived().json() as { data: { challenge: string } };
      response.end(JSON.stringify({ challenge: data.challenge }));
    });
    expect(await ask("/good")).toMatchObject({ state: "active" });
    const { data } = lastReceived().json() as { data: { signing_secret: string } };
    await make.incident(page, { title: "Down", message: "We *look* into it." });
    await work.broadcast();
    const told = lastReceived();
    const event = new Webhook(data.signing_secret).verify(told.body, told.headers);
    expect(event).toMatchObject({
      type: "incident.opened",
      data: { page: { name: "Acme" }, incident: { title: "Down", status: "investigating" }, components: [] },
    });
    expect(told.path).toBe("/good");
  });

  test("asks a chat to confirm by a link", async () => {
    const page = await servedPage("chat");
    for (const type of ["slack", "discord", "teams"]) {
      await post("/status/chat/subscribe", { type, url: `${receiver.url}/${type}`, ...TOPICS });
      await expect.poll(async () => (await list(page, `?type=${type}`)).length).toBe(1);
      await work.confirm();
      const body = receiver.received.at(-1)?.body ?? "";
      const [, token = ""] = /\/subscription\?token=([\w-]{32})/.exec(body) ?? [];
      await post("/status/chat/subscription", { token, action: "confirm" });
      expect(await list(page, `?type=${type}`)).toMatchObject([{ state: "active" }]);
    }
    await make.incident(page, { title: "Down <!channel>" });
    const before = receiver.received.length;
    await work.broadcast();
    const bodies = receiver.received.slice(before);
    expect(bodies.map(({ path }) => path).sort()).toEqual(["/discord", "/slack", "/teams"]);
    for (const { body } of bodies) expect(body).not.toContain('<!channel>"}');
  });
});
