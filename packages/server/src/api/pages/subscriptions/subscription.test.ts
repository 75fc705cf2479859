import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { HOUR_MS, linkIn, subscriptionLab, TOPICS, tokenOf } from "../../../../test/labs/subscription-lab.ts";
import type { Received } from "../../../../test/servers/receiver.ts";

const lab = subscriptionLab();
const { list, post, servedPage, stored, subscribed, visit } = lab;

function lastReceived(): Received {
  const last = lab.receiver.received.at(-1);
  if (!last) throw new Error("nothing was received");
  return last;
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
    await lab.work.confirm();
    const path = linkIn(lab.mail, { address: "ada@example.org", name: "subscription" });
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
    await lab.work.confirm();
    const path = linkIn(lab.mail, { address: "bob@example.org", name: "subscription" });
    lab.nowMs += 48 * HOUR_MS;
    expect((await visit(path)).statusCode).toBe(404);
    expect((await post(path, { token: tokenOf(path), action: "confirm" })).statusCode).toBe(404);
    expect((await list(page))[0]).toMatchObject({ state: "pending" });
    lab.nowMs += 5 * 24 * HOUR_MS;
    await lab.work.expire();
    expect(await list(page)).toHaveLength(1);
    lab.nowMs -= 5 * 24 * HOUR_MS + 1;
    expect((await post(path, { token: tokenOf(path), action: "confirm" })).statusCode).toBe(200);
  });

  test("is forgotten without a confirmation for 7 days", async () => {
    const page = await servedPage("forgotten");
    await post("/status/forgotten/subscribe", { email: "never@example.org", ...TOPICS });
    await stored(page, 1);
    await subscribed(page, "always@example.org");
    lab.nowMs += 7 * 24 * HOUR_MS + 1;
    await lab.work.expire();
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
        await lab.work.confirm();
        return lab.mail.mailsTo("again@example.org").length;
      })
      .toBe(2);
    expect(lab.mail.mailsTo("again@example.org")[1]?.subject).toBe("Manage subscription");
    expect(await list(page)).toMatchObject([{ state: "active", topics: ["incidents", "maintenance"] }]);
  });

  test("rejects what is no address, and forms without a choice", async () => {
    const page = await servedPage("bad");
    const component = await lab.make.component(page, { name: "Website" });
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
    expect((await lab.running.app.server.inject(json)).statusCode).toBe(400);
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
      await lab.work.confirm();
    }
    expect([...answers]).toEqual([200]);
    await expect
      .poll(async () => {
        await lab.work.confirm();
        return lab.mail.mailsTo("victim@example.org").length;
      })
      .toBe(5);
  });
});

describe("subscribing by webhook and chat", () => {
  test("activates a webhook that returns the challenge, and no other", async () => {
    const page = await servedPage("hooks");
    const ask = async (path: string) => {
      await post("/status/hooks/subscribe", {
        type: "webhook",
        url: `${lab.receiver.url}${path}`,
        ...TOPICS,
      });
      await expect.poll(async () => (await list(page, `?address=${lab.receiver.url}${path}`)).length).toBe(1);
      await lab.work.confirm();
      return (await list(page, `?address=${lab.receiver.url}${path}`))[0];
    };
    lab.receiver.responses.push({ status: 200, body: "ok" });
    expect(await ask("/silent")).toMatchObject({ state: "pending", address: `${lab.receiver.url}/…` });
    lab.receiver.responses.push((response) => {
      const { data } = lastReceived().json() as { data: { challenge: string } };
      response.end(JSON.stringify({ challenge: data.challenge }));
    });
    expect(await ask("/good")).toMatchObject({ state: "active" });
    const { data } = lastReceived().json() as { data: { signing_secret: string } };
    await lab.make.incident(page, { title: "Down", message: "We *look* into it." });
    await lab.work.broadcast();
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
      await post("/status/chat/subscribe", { type, url: `${lab.receiver.url}/${type}`, ...TOPICS });
      await expect.poll(async () => (await list(page, `?type=${type}`)).length).toBe(1);
      await lab.work.confirm();
      const body = lab.receiver.received.at(-1)?.body ?? "";
      const [, token = ""] = /\/subscription\?token=([\w-]{32})/.exec(body) ?? [];
      await post("/status/chat/subscription", { token, action: "confirm" });
      expect(await list(page, `?type=${type}`)).toMatchObject([{ state: "active" }]);
    }
    await lab.make.incident(page, { title: "Down <!channel>" });
    const before = lab.receiver.received.length;
    await lab.work.broadcast();
    const bodies = lab.receiver.received.slice(before);
    expect(bodies.map(({ path }) => path).sort()).toEqual(["/discord", "/slack", "/teams"]);
    for (const { body } of bodies) expect(body).not.toContain('<!channel>"}');
  });
});
