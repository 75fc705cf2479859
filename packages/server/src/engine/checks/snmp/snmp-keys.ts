import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";
import type { SnmpAuthProtocol, SnmpPrivacyProtocol } from "@vedette/contract/checks/services/snmp.ts";
import { createBoundedCache } from "../assertions/bounded-cache.ts";

/** The keys of SNMP 3, and what is done with them. Source: RFC 3414; RFC 3826 (AES); RFC 7860 (SHA-2). */

type Authentication = { hash: string; macBytes: number };

export const AUTHENTICATIONS: Readonly<Record<SnmpAuthProtocol, Authentication>> = {
  md5: { hash: "md5", macBytes: 12 },
  sha: { hash: "sha1", macBytes: 12 },
  sha224: { hash: "sha224", macBytes: 16 },
  sha256: { hash: "sha256", macBytes: 24 },
  sha384: { hash: "sha384", macBytes: 32 },
  sha512: { hash: "sha512", macBytes: 48 },
};

const EXPANDED_BYTES = 1_048_576;
/** Of a thread. Each takes a millisecond to make. */
const PASSWORD_KEYS_MAX = 200;

/** The key of a password: the hash of the password, repeated to 1 MiB. Source: RFC 3414, appendix A.2. */
const passwordKey = createBoundedCache(PASSWORD_KEYS_MAX, (name: string) => {
  const { hash, password } = JSON.parse(name) as { hash: string; password: string };
  return createHash(hash).update(Buffer.alloc(EXPANDED_BYTES, password)).digest();
});

/** The key of a password at one agent, so that another agent does not learn it. */
export function localizedKey(hash: string, password: string, engineId: Buffer): Buffer {
  return localize(hash, passwordKey(JSON.stringify({ hash, password })), engineId);
}

function localize(hash: string, key: Buffer, engineId: Buffer): Buffer {
  return createHash(hash).update(key).update(engineId).update(key).digest();
}

export function messageMac({ hash, macBytes }: Authentication, key: Buffer, message: Buffer): Buffer {
  return createHmac(hash, key).update(message).digest().subarray(0, macBytes);
}

export type SnmpEngine = { id: Buffer; boots: number; time: number };
type Privacy = { protocol: SnmpPrivacyProtocol; password: string; hash: string };

const AES256_BYTES = 32;
const SALT_BYTES = 8;

/** Returns the encrypted bytes, which have the length of whole blocks. */
export function encrypt(
  privacy: Privacy,
  engine: SnmpEngine,
  { salt, plain }: { salt: Buffer; plain: Buffer },
): Buffer {
  const { algorithm, key, iv } = cipherOf(privacy, engine, salt);
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false);
  const blockBytes = privacy.protocol === "des" ? 8 : 1;
  const padding = Buffer.alloc((blockBytes - (plain.length % blockBytes)) % blockBytes);
  return Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final()]);
}

/** Returns null if the bytes cannot be decrypted. */
export function decrypt(
  privacy: Privacy,
  engine: SnmpEngine,
  { salt, secret }: { salt: Buffer; secret: Buffer },
): Buffer | null {
  if (salt.length !== SALT_BYTES || (privacy.protocol === "des" && secret.length % 8 !== 0)) return null;
  const { algorithm, key, iv } = cipherOf(privacy, engine, salt);
  const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(secret), decipher.final()]);
}

function cipherOf({ protocol, password, hash }: Privacy, engine: SnmpEngine, salt: Buffer) {
  const key = localizedKey(hash, password, engine.id);
  if (protocol === "des") {
    // Single DES: OpenSSL has only the triple one, which is the same with one key three times.
    const single = key.subarray(0, 8);
    const iv = Buffer.from(key.subarray(8, 16).map((byte, index) => byte ^ (salt[index] ?? 0)));
    return { algorithm: "des-ede3-cbc", key: Buffer.concat([single, single, single]), iv };
  }
  const iv = Buffer.concat([uint32(engine.boots), uint32(engine.time), salt]);
  if (protocol === "aes") return { algorithm: "aes-128-cfb", key: key.subarray(0, 16), iv };
  const extended = protocol === "aes256" ? extendByHash(hash, key) : extendByPassword(hash, key, engine.id);
  return { algorithm: "aes-256-cfb", key: extended.subarray(0, AES256_BYTES), iv };
}

/** Source: draft-blumenthal-aes-usm-04, section 3.1.2.1. */
function extendByHash(hash: string, key: Buffer): Buffer {
  let extended = key;
  while (extended.length < AES256_BYTES)
    extended = Buffer.concat([extended, createHash(hash).update(extended).digest()]);
  return extended;
}

/** Source: draft-reeder-snmpv3-usm-3desede-00, section 2.1; Cisco uses it for AES. */
function extendByPassword(hash: string, key: Buffer, engineId: Buffer): Buffer {
  let [extended, last] = [key, key];
  while (extended.length < AES256_BYTES) {
    last = localize(hash, createHash(hash).update(Buffer.alloc(EXPANDED_BYTES, last)).digest(), engineId);
    extended = Buffer.concat([extended, last]);
  }
  return extended;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
