import { expect, vi } from "vitest";
import type { Mail } from "../src/platform/mail/mail-message.ts";
import type { Mailer } from "../src/platform/mail/mailer.ts";
import type { Browser } from "./browser.ts";

/** A mailbox in memory, for servers with open sign-up. */
export type MailBox = { mailer: Mailer; mailsTo(address: string): readonly Mail[] };

export function mailBox(): MailBox {
  const mails: Mail[] = [];
  return {
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
    mailsTo: (address) => mails.filter(({ to }) => to === address),
  };
}

/** Returns the part after `#` of the newest link that was mailed to an address. */
export async function readMailedToken(box: MailBox, email: string): Promise<string> {
  await vi.waitFor(() => expect(box.mailsTo(email)).not.toEqual([]), 30_000);
  return /\/verify#(\S+)/.exec(box.mailsTo(email).at(-1)?.text ?? "")?.[1] ?? "";
}

/** Signs up like a person: form, mail, link. */
export async function signUpByMail(
  { browser, box }: { browser: Browser; box: MailBox },
  person: { name: string; email: string; password: string },
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await browser.post("/api/auth/sign-up", person, headers);
  expect([response.statusCode, response.json().data]).toEqual([202, { status: "verify_email" }]);
  const token = await readMailedToken(box, person.email);
  const body = { token, password: person.password };
  const verified = await browser.post("/api/auth/sign-up/verify", body, headers);
  expect([verified.statusCode, verified.body]).toEqual([201, expect.anything()]);
}
