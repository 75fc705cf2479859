import { beforeEach, describe, expect, test } from "vitest";
import { context, HOSTILE_ALERT, opened, resolved } from "../../../../test/channels/channel-lab.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import { CHANNELS } from "./registry.ts";

describe("e-mail", () => {
  const mails: Mail[] = [];
  beforeEach(() => {
    mails.length = 0;
  });
  const config = { recipients: ["ada@example.org", "bob@example.org"] };
  const sending = (send: (mail: Mail) => Promise<void>) => context({ mailer: { isConfigured: true, send } });
  const keep = sending(async (mail) => void mails.push(mail));
  const failing = (temporary: readonly string[], permanent: readonly string[] = []) =>
    sending(async (mail) => {
      mails.push(mail);
      const isTemporary = temporary.includes(mail.to);
      if (isTemporary || permanent.includes(mail.to)) {
        throw new MailError("no", { isTemporary, cause: null });
      }
    });

  test("sends one mail per recipient, in text and in HTML with untrusted text escaped", async () => {
    const outcome = await CHANNELS.email.send(opened(HOSTILE_ALERT), config, keep);
    expect(outcome.ok).toBe(true);
    expect(mails.map(({ to }) => to)).toEqual(config.recipients);
    const [mail] = mails;
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain("<img");
    expect(mail?.html).toContain("&lt;img src=x");
    expect(mail?.text).toContain("https://vedette.example.org/alerts/1");
    expect(mail?.text).not.toMatch(/^Bcc/m);
  });

  test("a recovery replies to the mail of the opening", async () => {
    const first = await CHANNELS.email.send(opened(), config, keep);
    if (!first.ok) throw new Error("the mail was not sent");
    await CHANNELS.email.send(resolved(), config, { ...keep, thread: first.thread ?? null });
    expect(mails[2]?.inReplyTo).toBe(mails[0]?.messageId);
    expect(mails[2]?.inReplyTo).toBeDefined();
  });

  test("retries only the recipients that are missing", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing(["bob@example.org"]));
    expect(outcome).toMatchObject({ ok: false, isPermanent: false, deliveredTo: ["ada@example.org"] });
    if (outcome.ok) throw new Error("the mail was sent");
    mails.length = 0;
    const again = await CHANNELS.email.send(opened(), config, {
      ...keep,
      deliveredTo: outcome.deliveredTo ?? [],
    });
    expect(mails.map(({ to }) => to)).toEqual(["bob@example.org"]);
    expect(again.ok).toBe(true);
  });

  test("delivers to the other recipients and reports the rejected one", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing([], ["bob@example.org"]));
    expect(outcome).toMatchObject({ ok: true, error: "bob@example.org: no" });
  });

  test("fails if no recipient accepted it", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing([], config.recipients));
    expect(outcome.ok).toBe(false);
  });

  test("reports a missing mail server", async () => {
    const none = sending(async () => {
      throw new AppError("SERVICE_UNAVAILABLE", "This server does not send email");
    });
    expect(await CHANNELS.email.send(opened(), config, none)).toMatchObject({
      ok: false,
      error: expect.stringContaining("does not send email"),
    });
  });
});
