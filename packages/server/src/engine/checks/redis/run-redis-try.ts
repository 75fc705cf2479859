import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { numericValue } from "../assertions/numeric-value.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import type { ProbeFacts } from "../probe-model.ts";
import { encodeCommand, readReply } from "./redis-reply.ts";

/** Errors that mean a missing or wrong login. Source: the source code of Redis 7, acl.c and server.c. */
const LOGIN_ERROR = /^(?:NOAUTH|WRONGPASS|NOPERM)\b/;

/** Logs in to a Redis server if the check has a login, and sends PING. */
export function runRedisTry(spec: CheckSpecOf<"redis">, ctx: CheckContext): Promise<CheckTry> {
  const tls = spec.tls && { alpn: null, ...spec.tls };
  const farewell = encodeCommand(["QUIT"]);
  return runDialogue({ spec, ctx, farewell, ...(tls && { tls }) }, (dialogue) => talk(spec, dialogue));
}

async function talk(
  { user, password, database, infoField }: CheckSpecOf<"redis">,
  dialogue: Dialogue,
): Promise<ProbeFacts> {
  const ask = async (...words: [command: string, ...string[]]) => {
    dialogue.write(encodeCommand(words));
    const reply = await readReply(dialogue);
    if ("text" in reply) return reply.text;
    const isLogin = words[0] === "AUTH" || LOGIN_ERROR.test(reply.error);
    throw isLogin ? loginFailure(reply.error) : serviceFailure(reply.error);
  };
  const order = async (expected: string, ...words: [command: string, ...string[]]) => {
    const answer = await ask(...words);
    if (answer !== expected)
      throw protocolFailure(`the server answered ${words[0]} with "${quotable(answer)}"`);
  };
  if (password !== undefined) await order("OK", "AUTH", ...(user === undefined ? [] : [user]), password);
  if (database !== undefined) await order("OK", "SELECT", String(database));
  await order("PONG", "PING");
  if (infoField === undefined) return { text: "PONG", bytes: 4 };
  dialogue.probe.advance("body", "the answer to INFO did not end");
  return infoFacts(await ask("INFO"), infoField);
}

/** Lines of INFO are `name:value`. */
function infoFacts(text: string, field: string): ProbeFacts {
  const line = text.split("\r\n").find((each) => each.startsWith(`${field}:`));
  const value = line === undefined ? undefined : numericValue(line.slice(field.length + 1));
  return { text, bytes: Buffer.byteLength(text), values: { value } };
}
