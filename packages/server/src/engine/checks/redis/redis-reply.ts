import { protocolFailure, quotable } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";

/** Replies and commands of Redis. Source: https://redis.io/docs/latest/develop/reference/protocol-spec/ (RESP2). */

export type RedisReply = { text: string } | { error: string };

/** Returns a command as an array of bulk strings. */
export function encodeCommand(words: readonly string[]): string {
  const bulks = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${bulks.join("")}`;
}

/** Reads one reply; arrays are no reply to the commands of a check. */
export async function readReply(dialogue: Dialogue): Promise<RedisReply> {
  const line = await dialogue.line();
  const rest = line.slice(1);
  switch (line[0]) {
    case "+":
    case ":":
      return { text: rest };
    case "-":
      return { error: rest };
    case "$": {
      if (!/^\d{1,9}$/.test(rest)) throw protocolFailure("the server sent a reply without a length");
      const bulk = await dialogue.read(Number(rest) + 2);
      const text = bulk.toString();
      if (!text.endsWith("\r\n"))
        throw protocolFailure("the server sent a reply of another length than announced");
      return { text: text.slice(0, -2) };
    }
    default:
      throw protocolFailure(`the server does not speak the protocol of Redis: it sent "${quotable(line)}"`);
  }
}
