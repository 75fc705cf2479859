import { expect, vi } from "vitest";
import type { Mail, Mailer } from "../src/platform/mail/mailer.ts";
import type { Browser } from "./browser.ts";

/** A mail box in memory, for servers where anybody signs up. */
export type MailBox = { mailer: Mailer; mailsTo(address: string): readonly Mail[] };

export function mailBox(): MailBox {
  const mails: Mail[] = [];
  return {
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
    mailsTo: (address) => mails.filter(({ to }) => to === address),
  };
}

/** What follows `#` in the newest link that an address was mailed. */
export async function mailedToken(box: MailBox, email: string): Promise<string> {
  await vi.waitFor(() => expect(box.mailsTo(email)).not.toEqual([]), 30_000);
  return /\/verify#(\S+)/.exec(box.mailsTo(email).at(-1)?.text ?? "")?.[1] ?? "";
}

/** Signs up as a person does: the form, the mail, the link. */
export async function signUpByMail(
  { browser, box }: { browser: Browser; box: MailBox },
  person: { name: string; email: string; password: string },
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await browser.post("/api/auth/sign-up", person, headers);
  expect([answer.statusCode, answer.json().data]).toEqual([202, { status: "verify_email" }]);
  const token = await mailedToken(box, person.email);
  const body = { token, password: person.password };
  const verified = await browser.post("/api/auth/sign-up/verify", body, headers);
  expect([verified.statusCode, verified.body]).toEqual([201, expect.anything()]);
}
