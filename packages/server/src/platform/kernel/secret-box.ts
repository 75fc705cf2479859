import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/**
 * Encrypts bytes with AES-256-GCM. A box contains the ID of its key and is bound to a context: opened in another context
 * (another owner, row or version), it fails as if it had been tampered with.
 *
 * Layout: format (1), length of the key ID (1), key ID, nonce (12), ciphertext, tag (16).
 */

export const KEY_BYTES = 32;
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Node imports a key given as bytes for each box, which takes longer than the encryption of a kilobyte. */
export type SealingKey = { id: string; bytes: Buffer | KeyObject };

/** The box does not open: another key, another context, or modified bytes. */
export class BoxError extends Error {}

export function newKeyBytes(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Returns an ID that reveals nothing about the key: 64 bits of a hash of 256 random bits. */
export function keyIdOf(bytes: Buffer): string {
  return createHash("sha256").update("key id\0").update(bytes).digest("hex").slice(0, 16);
}

/** Returns a key for many boxes. */
export function importKey(bytes: Buffer): SealingKey {
  return { id: keyIdOf(bytes), bytes: createSecretKey(bytes) };
}

export function sealBox(key: SealingKey, content: Buffer, context: readonly string[]): Buffer {
  const id = Buffer.from(key.id);
  const header = Buffer.concat([Buffer.from([FORMAT, id.length]), id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce);
  cipher.setAAD(boundTo(header, context));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([header, nonce, sealed, cipher.getAuthTag()]);
}

/** `key` must be the one that `boxKeyId` names. */
export function openBox(key: SealingKey, box: Buffer, context: readonly string[]): Buffer {
  if (boxKeyId(box) !== key.id) throw new BoxError(`the box was sealed with key ${boxKeyId(box)}`);
  const headerLength = 2 + (box[1] ?? 0);
  const nonceEnd = headerLength + NONCE_BYTES;
  const tagStart = box.length - TAG_BYTES;
  if (tagStart < nonceEnd) throw new BoxError("the box is too short");
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, box.subarray(headerLength, nonceEnd), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(box.subarray(0, headerLength), context));
  decipher.setAuthTag(box.subarray(tagStart));
  try {
    return Buffer.concat([decipher.update(box.subarray(nonceEnd, tagStart)), decipher.final()]);
  } catch (error) {
    throw new BoxError("the box does not open: it belongs to another context or was modified", {
      cause: error,
    });
  }
}

/** Returns the ID of the key that a box was sealed with. */
export function boxKeyId(box: Buffer): string {
  const end = 2 + (box[1] ?? 0);
  if (box[0] !== FORMAT || box.length < end) throw new BoxError("this is not a box of a known format");
  return box.toString("utf8", 2, end);
}

/** Prefixes each part with its length, so that different contexts never produce the same bytes. */
function boundTo(header: Buffer, context: readonly string[]): Buffer {
  const parts = context.flatMap((part) => {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([header, ...parts]);
}
