import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../pages/status-pages.ts";
import { type SubscriberWork, subscriberWork } from "../pages/subscribers.ts";
import { startMailServer, type TestMailServer } from "../servers/mail-server.ts";
import { type Receiver, startReceiver } from "../servers/receiver.ts";
import { testVault } from "../vault.ts";

export const HOUR_MS = 3_600_000;
export const TOPICS = { topic: ["incidents", "maintenance"] };

/**
 * Registers the hooks of a test file about subscribers of status pages: one app with a clock, a mail server and a receiver of
 * webhooks, and for each test an organization.
 */
export function subscriptionLab() {
  let running: TestApp;
  let make: PageMaker;
  let mail: TestMailServer;
  let receiver: Receiver;
  let work: SubscriberWork;
  beforeAll(async () => {
    mail = await startMailServer();
    receiver = await startReceiver();
    const vault = testVault();
    const clock = { now: () => state.nowMs, monotonic: () => performance.now() };
    running = await startTestApp({
      config: { publicUrl: "https://vedette.example" },
      ...{ clock, vault, mailer: mail.mailer },
    });
    work = subscriberWork(running, { vault, clock, mail });
  });
  beforeEach(async () => {
    state.nowMs = Date.now();
    make = await pageMaker(running);
  });
  afterAll(async () => {
    await running.stop();
    await mail.close();
    await receiver.close();
  });
  const state: State = {
    nowMs: Date.now(),
    get running() {
      return running;
    },
    get make() {
      return make;
    },
    get mail() {
      return mail;
    },
    get receiver() {
      return receiver;
    },
    get work() {
      return work;
    },
  };
  return Object.assign(state, steps(state));
}

type State = {
  nowMs: number;
  readonly running: TestApp;
  readonly make: PageMaker;
  readonly mail: TestMailServer;
  readonly receiver: Receiver;
  readonly work: SubscriberWork;
};
type Form = Record<string, string | readonly string[]>;

function steps(state: State) {
  const { post, visit } = visitors(state);
  const list = async ({ id }: { id: string }, query = ""): Promise<PageSubscriber[]> => {
    const response = await state.make.send("GET", `/status-pages/${id}/subscribers${query}`);
    expect(response.statusCode).toBe(200);
    return response.json().data;
  };
  return {
    post,
    visit,
    list,
    /** Waits until the sign-ups are stored: they are stored after the response. */
    async stored(page: { id: string }, count: number): Promise<PageSubscriber[]> {
      await expect.poll(async () => (await list(page)).length).toBe(count);
      return list(page);
    },
    /** Creates a page that is served. */
    async servedPage(slug: string, fields: object = {}) {
      const page = await state.make.page({ slug, title: "Acme", ...fields });
      await visitUntil(state.running, `/status/${slug}`, ({ statusCode }) => statusCode !== 404);
      return page;
    },
    /** Subscribes and confirms an address, and returns the path of its link. */
    async subscribed(page: { slug: string }, email: string): Promise<string> {
      const { mail, work } = state;
      const before = mail.mailsTo(email).length;
      await post(`/status/${page.slug}/subscribe`, { email, ...TOPICS });
      await expect
        .poll(async () => {
          await work.confirm();
          return mail.mailsTo(email).length;
        })
        .toBe(before + 1);
      const path = linkIn(mail, { address: email, name: "subscription" });
      await post(path, { token: tokenOf(path), action: "confirm" });
      return path;
    },
  };
}

function visitors(state: State) {
  let count = 0;
  /** Sign-ups are limited for each address. */
  const newVisitor = () => {
    count += 1;
    return `192.0.2.${count}`;
  };
  return {
    post(
      url: string,
      form: Form,
      { visitor = newVisitor(), headers = {} }: { visitor?: string; headers?: Record<string, string> } = {},
    ) {
      const fields = Object.entries(form).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).map((one) => [name, one] as [string, string]),
      );
      return state.running.app.server.inject({
        ...{ method: "POST", url, remoteAddress: visitor, payload: new URLSearchParams(fields).toString() },
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      });
    },
    visit: (url: string) => state.running.app.server.inject({ url }),
  };
}

/** The path and query of a link in the newest mail to an address. */
export function linkIn(
  mail: TestMailServer,
  { address, name }: { address: string; name: "subscription" | "unsubscribe" },
): string {
  const text = mail.mailsTo(address).at(-1)?.text ?? "";
  const [url = ""] =
    new RegExp(`https://vedette\\.example/status/[a-z-]+/${name}\\?token=[\\w-]{32}`).exec(text) ?? [];
  return url.replace("https://vedette.example", "");
}

export const tokenOf = (path: string) => new URLSearchParams(path.split("?")[1]).get("token") ?? "";
