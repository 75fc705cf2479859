import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure } from "./check-failure.ts";
import type { Dialogue } from "./dialogue.ts";
import { runDialogue } from "./run-dialogue.ts";

export type Login = { user: string; password: string };

/** The parts of a mail protocol that a check uses. Each throws a `CheckFailure` if the server refuses. */
export type MailProtocol = {
  /** Reads the greeting and returns it. */
  greet(dialogue: Dialogue): Promise<string>;
  startTls(dialogue: Dialogue): Promise<void>;
  login(dialogue: Dialogue, login: Login): Promise<void>;
  /** Ends the session. */
  farewell: string;
};

type MailSpec = CheckSpecOf<"smtp"> | CheckSpecOf<"imap"> | CheckSpecOf<"pop3">;

/** Reads the greeting of a mail server, after TLS or before STARTTLS, and logs in if the check has a login. */
export function runMailTry(spec: MailSpec, ctx: CheckContext, protocol: MailProtocol): Promise<CheckTry> {
  const { tls, user, password } = spec;
  const direct = tls?.mode === "implicit" ? { alpn: null, verify: tls.verify } : undefined;
  const { farewell } = protocol;
  return runDialogue({ spec, ctx, farewell, ...(direct && { tls: direct }) }, async (dialogue) => {
    const isStartTls = tls?.mode === "starttls";
    // The dialogue before the handshake belongs to the phase of TLS.
    if (isStartTls) dialogue.probe.enter("tls", "the server did not start TLS");
    const greeting = await protocol.greet(dialogue);
    if (isStartTls) {
      await protocol.startTls(dialogue);
      await dialogue.secure({ host: spec.host, verify: tls.verify });
      dialogue.probe.enter("headers", "no answer came");
    }
    if (user !== undefined && password !== undefined) await logIn(dialogue, protocol, { user, password });
    return { text: greeting, bytes: Buffer.byteLength(greeting) };
  });
}

/** A value of a variable may have changed since the monitor was validated; a line break would begin another command. */
function logIn(dialogue: Dialogue, protocol: MailProtocol, login: Login): Promise<void> {
  if (/[\r\n\0]/.test(login.user + login.password))
    throw loginFailure("the user or the password contains a line break, and was not sent");
  // Short passwords cannot be found in base64, so the whole credentials are hidden.
  for (const credential of [saslPlain(login), base64(login.password)]) dialogue.probe.hide(credential);
  return protocol.login(dialogue, login);
}

/** The response of the mechanism PLAIN. Source: RFC 4616, section 2. */
export function saslPlain({ user, password }: Login): string {
  return base64(`\0${user}\0${password}`);
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
