import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { base64, type Login, type MailProtocol, runMailTry, saslPlain } from "../dialogue/run-mail-try.ts";

/** The name with which the client greets; a name that does not exist, because a runner may have none. */
const CLIENT_NAME = "vedette.invalid";

const PROTOCOL: MailProtocol = {
  greet: async (dialogue) => (await accepted(dialogue, 220)).text,
  async startTls(dialogue) {
    await hello(dialogue);
    dialogue.write("STARTTLS\r\n");
    const reply = await readReply(dialogue);
    if (reply.code !== 220)
      throw protocolFailure(`the server does not start TLS: it answered "${quotable(reply.text)}"`);
  },
  async login(dialogue, login) {
    const mechanisms =
      /^AUTH[ =](.*)$/im
        .exec(await hello(dialogue))?.[1]
        ?.toUpperCase()
        .split(/\s+/) ?? [];
    if (mechanisms.includes("PLAIN")) await send(dialogue, `AUTH PLAIN ${saslPlain(login)}`, 235);
    else if (mechanisms.includes("LOGIN")) await loginInSteps(dialogue, login);
    else throw loginFailure(`it offers neither PLAIN nor LOGIN, but: ${mechanisms.join(" ") || "nothing"}`);
  },
  farewell: "QUIT\r\n",
};

/** Greets an SMTP server, and logs in if the check has a login. */
export function runSmtpTry(spec: CheckSpecOf<"smtp">, ctx: CheckContext): Promise<CheckTry> {
  return runMailTry(spec, ctx, PROTOCOL);
}

/** Returns the extensions of the server, one a line. */
async function hello(dialogue: Dialogue): Promise<string> {
  dialogue.write(`EHLO ${CLIENT_NAME}\r\n`);
  return (await accepted(dialogue, 250)).text.replaceAll(/^250[- ]/gm, "");
}

async function loginInSteps(dialogue: Dialogue, { user, password }: Login): Promise<void> {
  await send(dialogue, "AUTH LOGIN", 334);
  await send(dialogue, base64(user), 334);
  await send(dialogue, base64(password), 235);
}

/** Sends a line of a login and reads its reply. */
async function send(dialogue: Dialogue, line: string, expected: number): Promise<void> {
  dialogue.write(`${line}\r\n`);
  const { code, text } = await readReply(dialogue);
  if (code === expected) return;
  // A code of 4 says that another attempt may succeed. Source: RFC 5321, section 4.2.1.
  throw code >= 500 ? loginFailure(text) : serviceFailure(text);
}

async function accepted(dialogue: Dialogue, expected: number): Promise<Reply> {
  const reply = await readReply(dialogue);
  if (reply.code !== expected) throw serviceFailure(reply.text);
  return reply;
}

type Reply = { code: number; text: string };

/** The longest replies, to EHLO, have about twenty lines. */
const REPLY_LINES_MAX = 100;

/** Reads the lines of a reply; the last one has a space after its code. Source: RFC 5321, section 4.2. */
async function readReply(dialogue: Dialogue): Promise<Reply> {
  const lines: string[] = [];
  while (lines.length < REPLY_LINES_MAX) {
    const line = await dialogue.line();
    const [, code, separator = " "] = /^([2-5]\d\d)(?:([ -])|$)/.exec(line) ?? [];
    if (code === undefined)
      throw protocolFailure(`the server does not speak SMTP: it sent "${quotable(line)}"`);
    lines.push(line);
    if (separator === " ") return { code: Number(code), text: lines.join("\n") };
  }
  throw protocolFailure(`the server sent a reply of over ${REPLY_LINES_MAX} lines`);
}
