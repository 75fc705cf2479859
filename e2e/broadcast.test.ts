import { setTimeout as pause } from "node:timers/promises";
import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { afterEach, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { type MailServer, startMailServer } from "./harness/servers/mail-server.ts";
import type { Vedette } from "./harness/vedette.ts";

/** kill -9 in the middle of a broadcast of a status page, with a real mail server. */

const lab = createLab(afterEach);
let mail: MailServer | undefined;
afterEach(() => mail?.close());

const SUBSCRIBERS = 200;
const KILLED_AT = 80;
/** Connections to the mail server: as many messages can be in flight. */
const IN_FLIGHT_MAX = 10;
/** The claims of the process that was killed expire after 30 s. */
const TIMEOUT_MS = 50_000;

async function create<T>(vedette: Vedette, path: string, body: object): Promise<T> {
  const response = await vedette.request("POST", `/api/v1${path}`, body);
  if (response.status !== 201) throw new Error(`POST ${path} answered ${JSON.stringify(response.body)}`);
  return (response.body as { data: T }).data;
}

async function addSubscribers(vedette: Vedette, pageId: string): Promise<PageSubscriber[]> {
  const path = `/status-pages/${pageId}/subscribers`;
  const added: PageSubscriber[] = [];
  for (let nr = 0; nr < SUBSCRIBERS; nr++)
    added.push(
      await create(vedette, path, { type: "email", address: `s${nr}@example.org`, confirmed: true }),
    );
  return added;
}

const header = (text: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim() ?? "";

test("a broadcast through kill -9 reaches each subscriber, and only what was in flight twice", async () => {
  let kill: (() => void) | null = null;
  mail = await startMailServer({
    async onReceived(count) {
      // Slow enough that messages are in flight at any time.
      await pause(5);
      if (count === KILLED_AT) kill?.();
    },
  });
  const { received } = mail;
  const env = {
    ...{ SMTP_URL: mail.url, VEDETTE_MAIL_FROM: "status@example.org" },
    VEDETTE_RATE_LIMIT_PER_MINUTE: "0",
    VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE: "0",
  };
  const dataDir = await lab.newDataDir();
  const vedette = await lab.start({ dataDir, env });
  const page = { slug: "acme", title: "Acme", published: true };
  const { id } = await create<{ id: string }>(vedette, "/status-pages", page);
  const subscribers = await addSubscribers(vedette, id);
  kill = () => vedette.killNow();
  await create(vedette, `/status-pages/${id}/incidents`, { title: "Down", message: "We look into it." });
  await vedette.exited;
  const before = received().length;
  expect(before).toBeGreaterThanOrEqual(KILLED_AT);
  expect(before).toBeLessThan(SUBSCRIBERS);

  const again = await lab.start({ dataDir, env, key: vedette.key });
  const sent = () => new Map(received().map((text) => [header(text, "To"), text]));
  await expect.poll(() => sent().size, { timeout: TIMEOUT_MS, interval: 200 }).toBe(SUBSCRIBERS);
  const states = async () => {
    const found = new Set<string>();
    for (const { id: subscriberId } of subscribers) {
      const path = `/api/v1/status-pages/${id}/subscribers/${subscriberId}/deliveries`;
      const { body } = await again.request("GET", path);
      for (const { state } of (body as { data: { state: string }[] }).data) found.add(state);
    }
    return [...found];
  };
  await expect.poll(states, { timeout: TIMEOUT_MS, interval: 500 }).toEqual(["sent"]);
  expect(received().length - SUBSCRIBERS).toBeLessThanOrEqual(IN_FLIGHT_MAX);
  // A repeated message has the ID of the first one.
  expect(new Set(received().map((text) => header(text, "Message-ID"))).size).toBe(SUBSCRIBERS);
}, 120_000);
