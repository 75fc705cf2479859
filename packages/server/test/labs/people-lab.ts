import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll } from "vitest";
import type { ResetMail } from "../../src/api/identity/auth-engine.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { Browser } from "../browser.ts";
import { mailBox, signUpByMail } from "../sign-up.ts";

export const PASSWORD = "correct horse battery";

/** Registers the hooks of a test file about people: one app with open sign-up, and one on which the first user is missing. */
export function peopleLab() {
  const mails: ResetMail[] = [];
  const box = mailBox();

  let running: TestApp;
  let closed: TestApp;
  beforeAll(async () => {
    running = await startTestApp({
      config: { signUp: "open" },
      mailer: box.mailer,
      identity: { sendReset: (mail) => mails.push(mail) },
    });
    closed = await startTestApp();
    await new Browser(running).signUpFirst();
  });
  afterAll(async () => {
    await running.stop();
    await closed.stop();
  });

  const address = () => `${randomUUID()}@example.org`;

  async function makeSignedIn(): Promise<{ browser: Browser; email: string }> {
    const browser = new Browser(running);
    const email = address();
    await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
    return { browser, email };
  }

  const signIn = (browser: Browser, email: string, password = PASSWORD) =>
    browser.post("/api/auth/sign-in", { email, password });

  const signedInEmail = async (browser: Browser): Promise<string | null> =>
    (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

  const messageOf = (response: LightMyRequestResponse): string => response.json().error.message;
  return {
    get running() {
      return running;
    },
    get closed() {
      return closed;
    },
    mails,
    box,
    address,
    makeSignedIn,
    signIn,
    signedInEmail,
    messageOf,
  };
}
