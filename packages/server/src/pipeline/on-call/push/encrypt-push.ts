import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts a payload for one browser. Source: RFC 8291 (Web Push encryption) with RFC 8188 (aes128gcm). Pure. */

/** The public key of a browser, an uncompressed point of P-256, and its authentication secret of 16 bytes. */
export type DeviceKeys = { p256dh: Buffer; auth: Buffer };

/** The private key and the salt of one message. Each is used once. */
export type MessageKeys = { privateKey: Buffer; salt: Buffer };

const CURVE = "prime256v1";
const SALT_BYTES = 16;
const PRIVATE_KEY_BYTES = 32;
/** One record; the payload is always smaller. */
const RECORD_BYTES = 4_096;
/** Marks the end of the last record. */
const LAST_RECORD = Buffer.from([2]);

export function newMessageKeys(): MessageKeys {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { privateKey: padded(ecdh.getPrivateKey()), salt: randomBytes(SALT_BYTES) };
}

/** Throws if the public key of the browser is not a point of the curve. */
export function encryptPush(
  payload: Buffer,
  { p256dh, auth }: DeviceKeys,
  { privateKey, salt }: MessageKeys = newMessageKeys(),
): Buffer {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  const ownPublicKey = ecdh.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, ownPublicKey]);
  const inputKey = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(p256dh), auth, keyInfo, 32));
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", inputKey, salt, Buffer.from(`${info}\0`), bytes));
  const cipher = createCipheriv(
    "aes-128-gcm",
    derive("Content-Encoding: aes128gcm", 16),
    derive("Content-Encoding: nonce", 12),
  );
  const sealed = [cipher.update(Buffer.concat([payload, LAST_RECORD])), cipher.final(), cipher.getAuthTag()];
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  const keyLength = Buffer.from([ownPublicKey.length]);
  return Buffer.concat([salt, recordSize, keyLength, ownPublicKey, ...sealed]);
}

/** Whether messages can be encrypted for the key. */
export function isPushKey(point: Buffer): boolean {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** OpenSSL leaves out leading zeros. */
function padded(key: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key]);
}
