import {
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import type { Clock } from "../../../platform/kernel/clock.ts";
import {
  BoxError,
  importKey,
  KEY_BYTES,
  keyIdOf,
  newKeyBytes,
  openBox,
  type SealingKey,
  sealBox,
} from "../../../platform/kernel/secret-box.ts";

/**
 * Encrypts bytes for a set of recipients. The content is encrypted with a key that is rotated every ten
 * minutes and for every other set of recipients. That key is wrapped for each recipient by X25519 with an
 * ephemeral key pair, HKDF-SHA256 and AES-256-GCM. Reading the traffic or the disk of NATS reveals nothing.
 *
 * Layout: format (1), ephemeral public key (32), number of recipients (2), for each recipient its tag (8) and
 * the wrapped key (78); then the content as a box (`secret-box.ts`) with all of that as associated data.
 */

const FORMAT = 1;
const PUBLIC_KEY_BYTES = 32;
const TAG_BYTES = 8;
/** A box (platform/kernel/secret-box.ts) around 32 bytes, under a key id of 16 characters. */
const WRAP_BYTES = 2 + 16 + 12 + KEY_BYTES + 16;
const HEAD_BYTES = 1 + PUBLIC_KEY_BYTES + 2;
const KEY_AGE_MAX_MS = 600_000;
/** Maximum number of cached recipient sets and of cached wrapped keys. Beyond it the cache is cleared. */
const CACHED_MAX = 1_000;

export type KeyPair = { publicKey: string; privateKey: KeyObject };

/** Generates a key pair for this process. It is never stored. */
export function createKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  return { publicKey: rawOf(publicKey).toString("base64url"), privateKey };
}

/**
 * Encrypts for the owners of these public keys and binds the message to a context: it does not decrypt in
 * another context.
 */
export type EncryptFor = (
  content: Buffer,
  to: { publicKeys: readonly string[]; context: readonly string[] },
) => Buffer;

export function createEncryptFor(clock: Clock): EncryptFor {
  const known = new Map<string, KnownHead & { head: Buffer; untilMs: number }>();

  function addressed(publicKeys: readonly string[]) {
    const name = [...publicKeys].sort().join(" ");
    const current = known.get(name);
    if (current && current.untilMs > clock.monotonic()) return current;
    if (known.size >= CACHED_MAX) known.clear();
    const key = newKeyBytes();
    const head = wrapFor(publicKeys, key);
    const fresh = { ...toKnownHead(head, key), head, untilMs: clock.monotonic() + KEY_AGE_MAX_MS };
    known.set(name, fresh);
    return fresh;
  }

  return (content, { publicKeys, context }) => {
    const { head, key, digest } = addressed(publicKeys);
    return Buffer.concat([head, sealBox(key, content, [...context, digest])]);
  };
}

/**
 * Decrypts messages for this key pair. Returns null for a message for others. Throws a BoxError for one that
 * was changed.
 */
export type Decrypt = (message: Buffer, context: readonly string[]) => Buffer | null;

export function createDecrypt(keyPair: KeyPair): Decrypt {
  const tag = tagOf(keyPair.publicKey);
  const known = new Map<string, KnownHead>();

  function knownHeadOf(head: Buffer): KnownHead | null {
    const name = head.toString("latin1");
    const remembered = known.get(name);
    if (remembered) return remembered;
    const key = unwrap(head, keyPair, tag);
    if (key === null) return null;
    if (known.size >= CACHED_MAX) known.clear();
    const fresh = toKnownHead(head, key);
    known.set(name, fresh);
    return fresh;
  }

  return (message, context) => {
    const head = headOf(message);
    const found = knownHeadOf(head);
    if (found === null) return null;
    return openBox(found.key, message.subarray(head.length), [...context, found.digest]);
  };
}

/** Returns whether a text is a valid public key. An invalid one does not come from a Vedette process. */
export function isPublicKey(text: string): boolean {
  try {
    const { privateKey } = generateKeyPairSync("x25519");
    diffieHellman({ privateKey, publicKey: keyFrom(text) });
    return true;
  } catch {
    // Not 32 bytes, or a low-order point, which yields the same shared secret for every peer.
    return false;
  }
}

function wrapFor(publicKeys: readonly string[], key: Buffer): Buffer {
  const ephemeral = generateKeyPairSync("x25519");
  const raw = rawOf(ephemeral.publicKey);
  const count = Buffer.alloc(2);
  count.writeUInt16BE(publicKeys.length);
  const wraps = publicKeys.flatMap((publicKey) => {
    const bytes = wrappingKey({
      privateKey: ephemeral.privateKey,
      publicKey,
      moment: raw,
      recipient: publicKey,
    });
    return [tagOf(publicKey), sealBox({ id: keyIdOf(bytes), bytes }, key, [WRAP_CONTEXT])];
  });
  return Buffer.concat([Buffer.from([FORMAT]), raw, count, ...wraps]);
}

function unwrap(head: Buffer, { publicKey, privateKey }: KeyPair, tag: Buffer): Buffer | null {
  const ephemeral = head.subarray(1, 1 + PUBLIC_KEY_BYTES);
  for (let at = HEAD_BYTES; at < head.length; at += TAG_BYTES + WRAP_BYTES) {
    if (!head.subarray(at, at + TAG_BYTES).equals(tag)) continue;
    const other = ephemeral.toString("base64url");
    const bytes = wrappingKey({ privateKey, publicKey: other, moment: ephemeral, recipient: publicKey });
    const wrapped = head.subarray(at + TAG_BYTES, at + TAG_BYTES + WRAP_BYTES);
    return openBox({ id: keyIdOf(bytes), bytes }, wrapped, [WRAP_CONTEXT]);
  }
  return null;
}

const WRAP_CONTEXT = "vedette letter key";

/**
 * Derives the same key on both sides: from the own private and the other public key, bound to both public
 * keys.
 */
function wrappingKey(of: {
  privateKey: KeyObject;
  publicKey: string;
  moment: Buffer;
  recipient: string;
}): Buffer {
  const shared = agree(of.privateKey, of.publicKey);
  const info = `${WRAP_CONTEXT}\0${of.recipient}`;
  return Buffer.from(hkdfSync("sha256", shared, of.moment, info, KEY_BYTES));
}

function agree(privateKey: KeyObject, publicKey: string): Buffer {
  try {
    return diffieHellman({ privateKey, publicKey: keyFrom(publicKey) });
  } catch (error) {
    throw new BoxError("the message contains an invalid public key", { cause: error });
  }
}

function headOf(message: Buffer): Buffer {
  if (message[0] !== FORMAT || message.length < HEAD_BYTES)
    throw new BoxError("the message has no known format");
  const length = HEAD_BYTES + message.readUInt16BE(HEAD_BYTES - 2) * (TAG_BYTES + WRAP_BYTES);
  if (message.length < length) throw new BoxError("the message is too short");
  return message.subarray(0, length);
}

/** The key of the messages with the same head, and what binds them to it. */
type KnownHead = { key: SealingKey; digest: string };

function toKnownHead(head: Buffer, key: Buffer): KnownHead {
  return { key: importKey(key), digest: createHash("sha256").update(head).digest("base64") };
}

function tagOf(publicKey: string): Buffer {
  return createHash("sha256").update(publicKey).digest().subarray(0, TAG_BYTES);
}

function rawOf(publicKey: KeyObject): Buffer {
  const { x } = publicKey.export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url");
}

function keyFrom(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: "OKP", crv: "X25519", x: publicKey }, format: "jwk" });
}
