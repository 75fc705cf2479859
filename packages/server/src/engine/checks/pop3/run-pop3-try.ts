import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { type MailProtocol, runMailTry } from "../dialogue/run-mail-try.ts";

/** Source: RFC 1939; the response codes are those of RFC 2449 and RFC 3206. */

/** Response codes with which a login may succeed later. */
const IS_TEMPORARY = /^\[(?:SYS|IN-USE|LOGIN-DELAY)\b/i;

const PROTOCOL: MailProtocol = {
  async greet(dialogue) {
    const { isOk, rest, line } = await readReply(dialogue);
    if (!isOk) throw serviceFailure(rest);
    return line;
  },
  async startTls(dialogue) {
    dialogue.write("STLS\r\n");
    const { isOk, rest } = await readReply(dialogue);
    if (!isOk) throw protocolFailure(`the server does not start TLS: it answered "${quotable(rest)}"`);
  },
  async login(dialogue, { user, password }) {
    for (const line of [`USER ${user}`, `PASS ${password}`]) {
      dialogue.write(`${line}\r\n`);
      const { isOk, rest } = await readReply(dialogue);
      if (!isOk) throw IS_TEMPORARY.test(rest) ? serviceFailure(rest) : loginFailure(rest);
    }
  },
  farewell: "QUIT\r\n",
};

/** Greets a POP3 server, and logs in if the check has a login. */
export function runPop3Try(spec: CheckSpecOf<"pop3">, ctx: CheckContext): Promise<CheckTry> {
  return runMailTry(spec, ctx, PROTOCOL);
}

async function readReply(dialogue: Dialogue): Promise<{ isOk: boolean; rest: string; line: string }> {
  const line = await dialogue.line();
  const [, status, rest = ""] = /^(\+OK|-ERR)(?: (.*))?$/.exec(line) ?? [];
  if (status === undefined)
    throw protocolFailure(`the server does not speak POP3: it sent "${quotable(line)}"`);
  return { isOk: status === "+OK", rest, line };
}
