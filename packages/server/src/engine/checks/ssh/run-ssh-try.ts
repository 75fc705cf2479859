import { randomBytes } from "node:crypto";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { CheckFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import { HOST_KEY_ALGORITHMS, hostKeyFingerprint, hostKeyType, isHostKeyProved } from "./host-key.ts";
import { exchangeHash, KEY_EXCHANGES } from "./key-exchange.ts";
import { SshReader, sshString, uint32 } from "./ssh-data.ts";

/** Source: RFC 4253. */

const CLIENT_VERSION = "SSH-2.0-Vedette";
/** A server may send other lines before its version. */
const LINES_BEFORE_VERSION_MAX = 50;
const PACKET_BYTES_MAX = 35_000;
const BLOCK_BYTES = 8;
/** Messages that may come between those of the exchange. */
const SKIPPED_MAX = 20;

const DISCONNECT = 1;
const IGNORE = 2;
const DEBUG = 4;
const KEX_INIT = 20;
const KEX_REQUEST = 30;
const KEX_REPLY = 31;
const BY_APPLICATION = 11;

/** What the client would use after the exchange; servers end a connection without a common one. */
const CIPHERS =
  "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,aes128-cbc,aes256-cbc,3des-cbc";
const MACS =
  "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512,hmac-sha1";
const COMPRESSIONS = "none";

/** Reads the version of an SSH server, and lets it prove its host key. Nothing is encrypted, and no login is made. */
export function runSshTry(spec: CheckSpecOf<"ssh">, ctx: CheckContext): Promise<CheckTry> {
  return runDialogue({ spec, ctx }, async (dialogue) => {
    const serverVersion = await readVersion(dialogue);
    dialogue.probe.advance("body", "the server did not show its host key");
    dialogue.write(`${CLIENT_VERSION}\r\n`);
    dialogue.farewell = packet(
      Buffer.concat([Buffer.from([DISCONNECT]), uint32(BY_APPLICATION), sshString(""), sshString("")]),
    );
    const hostKey = await readHostKey(dialogue, serverVersion);
    return {
      text: serverVersion,
      bytes: serverVersion.length,
      values: { host_key_fingerprint: hostKeyFingerprint(hostKey), host_key_type: hostKeyType(hostKey) },
    };
  });
}

async function readVersion(dialogue: Dialogue): Promise<string> {
  for (let count = 0; count < LINES_BEFORE_VERSION_MAX; count += 1) {
    const line = await dialogue.line();
    if (/^SSH-(?:2\.0|1\.99)-/.test(line)) return line;
    if (line.startsWith("SSH-")) throw protocolFailure(`the server speaks only "${quotable(line)}"`);
    // Servers of other protocols greet, too.
    if (/^(?:220|\+OK|\* OK|HTTP\/)/.test(line)) break;
  }
  throw protocolFailure("the server does not speak SSH");
}

/** Returns the host key that the server has proved. */
async function readHostKey(dialogue: Dialogue, serverVersion: string): Promise<Buffer> {
  const clientInit = initMessage();
  dialogue.write(packet(clientInit));
  const serverInit = await readPacket(dialogue, KEX_INIT);
  try {
    const chosen = choose(serverInit);
    const exchange = chosen.begin();
    dialogue.write(packet(Buffer.concat([Buffer.from([KEX_REQUEST]), exchange.ours])));
    if (chosen.isGuessWrong) await readPacket(dialogue);
    const reply = new SshReader(await readPacket(dialogue, KEX_REPLY), 1);
    const [hostKey, theirs, signature] = [reply.string(), reply.string(), reply.string()];
    const hash = exchangeHash({
      ...{ clientVersion: CLIENT_VERSION, serverVersion, clientInit, serverInit, hostKey },
      ...{ exchange, theirs },
    });
    if (isHostKeyProved(hostKey, hash, signature)) return hostKey;
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    // Of the readers and of the cryptographic library: the server sent something else than keys.
    throw protocolFailure("the server sent a malformed key");
  }
  throw protocolFailure("the server does not prove that it has its host key");
}

function initMessage(): Buffer {
  const lists = [
    Object.keys(KEY_EXCHANGES).join(","),
    HOST_KEY_ALGORITHMS.join(","),
    ...[CIPHERS, CIPHERS, MACS, MACS, COMPRESSIONS, COMPRESSIONS, "", ""],
  ];
  const NO_GUESS = Buffer.from([0]);
  return Buffer.concat([
    Buffer.from([KEX_INIT]),
    randomBytes(16),
    ...lists.map((list) => sshString(list)),
    NO_GUESS,
    uint32(0),
  ]);
}

/** The first method of ours that the server has, too. */
function choose(serverInit: Buffer) {
  const reader = new SshReader(serverInit, 1 + 16);
  const [exchanges, hostKeys] = [reader.names(), reader.names()];
  for (let index = 0; index < 8; index += 1) reader.string();
  const guesses = reader.boolean();
  const found = Object.entries(KEY_EXCHANGES).find(([name]) => exchanges.includes(name));
  if (found === undefined)
    throw serviceFailure(`it offers no supported key exchange, but: ${exchanges.join(", ")}`);
  const hostKey = HOST_KEY_ALGORITHMS.find((name) => hostKeys.includes(name));
  if (hostKey === undefined)
    throw serviceFailure(`it offers no supported host key, but: ${hostKeys.join(", ")}`);
  const [name, begin] = found;
  // A server that has guessed another method sends a packet that must be ignored. Source: RFC 4253, section 7.1.
  return { begin, isGuessWrong: guesses && (exchanges[0] !== name || hostKeys[0] !== hostKey) };
}

function packet(payload: Buffer): Buffer {
  // At least four bytes of padding, and a whole number of blocks.
  const padding = BLOCK_BYTES + 4 - ((payload.length + 5 + 4) % BLOCK_BYTES);
  const head = Buffer.concat([uint32(payload.length + padding + 1), Buffer.from([padding])]);
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}

/** Returns the content of the next packet of a type, or of any type. */
async function readPacket(dialogue: Dialogue, wanted?: number): Promise<Buffer> {
  for (let count = 0; count < SKIPPED_MAX; count += 1) {
    const length = (await dialogue.read(4)).readUInt32BE(0);
    if (length < 2 || length > PACKET_BYTES_MAX) break;
    const content = await dialogue.read(length);
    const payload = content.subarray(1, Math.max(1, length - (content[0] ?? 0)));
    const type = payload[0];
    if (type === DISCONNECT) throw serviceFailure(disconnectReason(payload));
    if (type === wanted || (wanted === undefined && type !== IGNORE)) return payload;
    if (type !== IGNORE && type !== DEBUG) break;
  }
  throw protocolFailure("the server broke the protocol of SSH");
}

function disconnectReason(payload: Buffer): string {
  try {
    return new SshReader(payload, 5).text();
  } catch {
    return "it disconnected";
  }
}
