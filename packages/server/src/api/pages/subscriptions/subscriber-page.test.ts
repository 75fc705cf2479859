import { describe, expect, test } from "vitest";
import { linkIn, subscriptionLab, TOPICS, tokenOf } from "../../../../test/labs/subscription-lab.ts";
import { visitUntil } from "../../../../test/pages/status-pages.ts";

const lab = subscriptionLab();
const { list, post, servedPage, stored, subscribed, visit } = lab;

describe("unsubscribing", () => {
  test("takes one POST of a mail program, in either form (RFC 8058), and never a GET", async () => {
    const page = await servedPage("one-click");
    for (const [email, type] of [
      ["d1@example.org", "application/x-www-form-urlencoded"],
      ["d2@example.org", "multipart/form-data; boundary=x"],
    ] as const) {
      await subscribed(page, email);
      await lab.make.incident(page, { title: "Down" });
      await lab.work.broadcast();
      const head = (lab.mail.mailsTo(email).at(-1)?.raw ?? "").replaceAll(/\r\n[ \t]+/g, " ");
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
      const clicked = await lab.running.app.server.inject({ method: "POST", url: path, headers, payload });
      expect(clicked.statusCode).toBe(200);
      expect((await list(page, `?address=${email}`))[0]).toMatchObject({ state: "unsubscribed" });
      const before = lab.mail.mailsTo(email).length;
      await lab.make.incident(page, { title: "Down again" });
      await lab.work.broadcast();
      expect(lab.mail.mailsTo(email).length).toBe(before);
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
    await lab.make.send("PUT", `/status-pages/${page.id}`, { slug: "after" });
    await visitUntil(lab.running, "/status/after", ({ statusCode }) => statusCode === 200);
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
    const component = await lab.make.component(page, { name: "Website" });
    const path = await subscribed(page, "eve@example.org");
    const token = tokenOf(path);
    await visitUntil(lab.running, path, ({ body }) => body.includes("Website"));
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
    await lab.work.confirm();
    expect(lab.mail.mailsTo("fritz@example.org")[0]?.subject).toBe("Abonnement bestätigen");
    expect(
      (await visit(linkIn(lab.mail, { address: "fritz@example.org", name: "subscription" }))).body,
    ).toContain("<button>Abonnement bestätigen");
  });
});

describe("access", () => {
  test("is needed to subscribe, but not to unsubscribe", async () => {
    const page = await servedPage("closed");
    const path = await subscribed(page, "gus@example.org");
    await lab.make.send("PUT", `/status-pages/${page.id}`, {
      access: "password",
      password: "a long password",
    });
    await visitUntil(lab.running, "/status/closed", ({ statusCode }) => statusCode === 401);
    expect((await visit("/status/closed/subscribe")).statusCode).toBe(401);
    expect((await post("/status/closed/subscribe", { email: "x@example.org", ...TOPICS })).statusCode).toBe(
      401,
    );
    expect(await list(page)).toHaveLength(1);
    await lab.make.component(page, { name: "Secret component" });
    const held = await visit(path);
    expect(held.body).not.toContain("Secret component");
    const saved = await post(path, { token: tokenOf(path), action: "save", topic: "incidents" });
    expect(saved.statusCode).toBe(404);
    await post(path, { token: tokenOf(path), action: "unsubscribe" });
    expect(await list(page)).toMatchObject([{ state: "unsubscribed" }]);
  });

  test("to a page for email domains limits addresses to them", async () => {
    const page = await servedPage("domains", { access: "email_domains", email_domains: ["acme.example"] });
    const links = lab.mail.mailsTo("h@acme.example").length;
    await post("/status/domains/sign-in", { email: "h@acme.example" });
    await expect.poll(() => lab.mail.mailsTo("h@acme.example").length).toBe(links + 1);
    const [, token = ""] =
      /sign-in\?token=(\S+)/.exec(lab.mail.mailsTo("h@acme.example").at(-1)?.text ?? "") ?? [];
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
