import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { type Login, type MailProtocol, runMailTry, saslPlain } from "../dialogue/run-mail-try.ts";

/** Source: RFC 9051 (IMAP4rev2); all that is used here is the same in IMAP4rev1. */

/** Of an answer; more lines are not one to the commands of a check. */
const ANSWER_LINES_MAX = 100;
/** Response codes with which a login may succeed later. Source: RFC 9051, section 7.1. */
const IS_TEMPORARY = /^\[(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG)\b/i;

const PROTOCOL: MailProtocol = {
  async greet(dialogue) {
    const line = await dialogue.line();
    const [, status] = /^\* (OK|PREAUTH|BYE)\b/i.exec(line) ?? [];
    if (status === undefined)
      throw protocolFailure(`the server does not speak IMAP: it sent "${quotable(line)}"`);
    if (status.toUpperCase() === "BYE") throw serviceFailure(line);
    return line;
  },
  async startTls(dialogue) {
    dialogue.write("a1 STARTTLS\r\n");
    const { status, rest } = await readAnswer(dialogue, "a1");
    if (status !== "OK")
      throw protocolFailure(`the server does not start TLS: it answered "${quotable(rest)}"`);
  },
  async login(dialogue, login) {
    dialogue.write("a2 CAPABILITY\r\n");
    const { untagged } = await readAnswer(dialogue, "a2");
    const capabilities = untagged.filter((line) => /^\* CAPABILITY /i.test(line)).join(" ");
    if (/ AUTH=PLAIN\b/i.test(capabilities)) await authenticate(dialogue, login);
    else dialogue.write(`a3 LOGIN ${quoted(login.user)} ${quoted(login.password)}\r\n`);
    const { status, rest } = await readAnswer(dialogue, "a3");
    if (status === "OK") return;
    throw status === "NO" && !IS_TEMPORARY.test(rest) ? loginFailure(rest) : serviceFailure(rest);
  },
  farewell: "a9 LOGOUT\r\n",
};

/** Greets an IMAP server, and logs in if the check has a login. */
export function runImapTry(spec: CheckSpecOf<"imap">, ctx: CheckContext): Promise<CheckTry> {
  return runMailTry(spec, ctx, PROTOCOL);
}

/** The server answers with a line of `+` before it accepts the response. */
async function authenticate(dialogue: Dialogue, login: Login): Promise<void> {
  dialogue.write("a3 AUTHENTICATE PLAIN\r\n");
  const line = await dialogue.line();
  if (!line.startsWith("+")) throw loginFailure(line);
  dialogue.write(`${saslPlain(login)}\r\n`);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

type Answer = { status: "OK" | "NO" | "BAD"; rest: string; untagged: string[] };

/** Reads until the answer to a command. */
async function readAnswer(dialogue: Dialogue, tag: string): Promise<Answer> {
  const untagged: string[] = [];
  while (untagged.length < ANSWER_LINES_MAX) {
    const line = await dialogue.line();
    const [, status, rest = ""] = new RegExp(`^${tag} (OK|NO|BAD)(?: (.*))?$`, "i").exec(line) ?? [];
    if (status !== undefined) return { status: status.toUpperCase() as Answer["status"], rest, untagged };
    if (/^\* BYE\b/i.test(line)) throw serviceFailure(line);
    if (!line.startsWith("* ")) throw protocolFailure(`the server sent "${quotable(line)}"`);
    untagged.push(line);
  }
  throw protocolFailure(`the server sent an answer of over ${ANSWER_LINES_MAX} lines`);
}
