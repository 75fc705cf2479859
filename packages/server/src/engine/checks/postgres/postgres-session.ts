import { createHash } from "node:crypto";
import {
  type CheckFailure,
  loginFailure,
  protocolFailure,
  serviceFailure,
} from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { int32, MESSAGE_HEADER_BYTES, message, readFields, startupMessage, text } from "./messages.ts";
import { beginScram, MECHANISM, type ScramExchange } from "./scram.ts";

export type PostgresMessage = { type: string; content: Buffer };

/** The types of messages that a server sends, but those of replication. */
const TYPES: ReadonlySet<string> = new Set("RSKZENA123CDInTstvGHW");
/** The server begins to copy a table. */
const COPY_TYPES: ReadonlySet<string> = new Set("GHW");
/** Of one message. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Reads a message; notices and changed settings are skipped. An error is thrown. */
async function readMessage(dialogue: Dialogue): Promise<PostgresMessage> {
  for (;;) {
    const header = await dialogue.read(MESSAGE_HEADER_BYTES);
    const type = header.toString("latin1", 0, 1);
    const length = header.readInt32BE(1) - 4;
    if (!TYPES.has(type) || length < 0 || length > MESSAGE_BYTES_MAX)
      throw protocolFailure("the server does not speak the protocol of PostgreSQL");
    const content = await dialogue.read(length);
    if (type === "E") throw errorOf(content);
    if (COPY_TYPES.has(type)) throw serviceFailure("the query copies a table instead of returning rows");
    if (type !== "N" && type !== "S" && type !== "A") return { type, content };
  }
}

/** Reads until the server is ready for the next statement. `onMessage` gets the messages before. */
export async function readUntilReady(
  dialogue: Dialogue,
  onMessage: (received: PostgresMessage) => void = () => undefined,
): Promise<{ isInTransaction: boolean }> {
  for (;;) {
    const received = await readMessage(dialogue);
    if (received.type === "Z") return { isInTransaction: received.content.toString("latin1") === "T" };
    onMessage(received);
  }
}

type Session = { user: string; password?: string; database?: string };

/** Starts the session and logs in. */
export async function logIn(dialogue: Dialogue, { user, password, database }: Session): Promise<void> {
  dialogue.write(
    startupMessage({
      user,
      ...(database !== undefined && { database }),
      application_name: "vedette",
      client_encoding: "UTF8",
    }),
  );
  const authentication: Authentication = { user, password, scram: null };
  for (;;) {
    const { type, content } = await readMessage(dialogue);
    // Another version of the protocol, which both sides then use.
    if (type === "v") continue;
    if (type !== "R" || content.length < 4)
      throw protocolFailure("the server broke the protocol of its login");
    const method = content.readInt32BE(0);
    if (method === METHODS.ok) break;
    const response = await answerTo(method, content.subarray(4), authentication);
    if (response === null) continue;
    // Together with the challenge, a response allows to try passwords.
    dialogue.probe.hide(response.toString("latin1").replaceAll("\0", ""));
    dialogue.write(message("p", response));
  }
  await readUntilReady(dialogue);
}

type Authentication = { user: string; password: string | undefined; scram: ScramExchange | null };

const METHODS = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 };

/** Returns the answer to a step of an authentication; null if there is none. */
async function answerTo(method: number, data: Buffer, state: Authentication): Promise<Buffer | null> {
  const { user, password, scram } = state;
  if (password === undefined) throw loginFailure("it asks for a password, and the monitor has none");
  switch (method) {
    case METHODS.cleartext:
      return text(password);
    case METHODS.md5:
      return text(md5Response({ user, password }, data));
    case METHODS.sasl: {
      if (!data.toString("latin1").split("\0").includes(MECHANISM)) throw unsupported();
      const begun = beginScram(password);
      state.scram = begun;
      return Buffer.concat([text(MECHANISM), int32(begun.first.length), Buffer.from(begun.first)]);
    }
    case METHODS.saslContinue:
      if (scram === null) throw unsupported();
      return Buffer.from(await scram.prove(data.toString()));
    case METHODS.saslFinal:
      if (scram?.isProved(data.toString())) return null;
      throw protocolFailure("the server does not prove that it knows the password");
    default:
      throw unsupported();
  }
}

function unsupported(): CheckFailure {
  return loginFailure(
    "it asks for a method that Vedette does not support; allow scram-sha-256, md5 or password for this user in pg_hba.conf",
  );
}

/** Source: https://www.postgresql.org/docs/current/protocol-flow.html, AuthenticationMD5Password. */
function md5Response({ user, password }: { user: string; password: string }, salt: Buffer): string {
  const md5 = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash("md5")).digest("hex");
  return `md5${md5(md5(password, user), salt)}`;
}

/** Class 28 is an invalid authorization. Source: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function errorOf(content: Buffer): CheckFailure {
  const fields = readFields(content);
  const code = fields.get("C") ?? "";
  const reason = `${fields.get("M") ?? "no reason"} (${code})`;
  return code.startsWith("28") ? loginFailure(reason) : serviceFailure(reason);
}
