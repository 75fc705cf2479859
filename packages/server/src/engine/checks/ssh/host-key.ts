import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { SshReader } from "./ssh-data.ts";

/** The host key of a server. Source: RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8332; RFC 8709. */

/** The algorithms with which a server may prove its host key, best first. */
export const HOST_KEY_ALGORITHMS = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
  "ssh-rsa",
] as const;

const CURVES: Readonly<Record<string, { name: string; hash: string; bytes: number }>> = {
  "ecdsa-sha2-nistp256": { name: "P-256", hash: "sha256", bytes: 32 },
  "ecdsa-sha2-nistp384": { name: "P-384", hash: "sha384", bytes: 48 },
  "ecdsa-sha2-nistp521": { name: "P-521", hash: "sha512", bytes: 66 },
};
const RSA_HASHES: Readonly<Record<string, string>> = {
  "rsa-sha2-512": "sha512",
  "rsa-sha2-256": "sha256",
  "ssh-rsa": "sha1",
};

/** As `ssh-keygen -l` prints it. */
export function hostKeyFingerprint(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replaceAll("=", "")}`;
}

/** Returns the type of a host key, such as ssh-ed25519. */
export function hostKeyType(key: Buffer): string {
  return new SshReader(key).text();
}

/** Returns whether a server has proved its host key by signing the hash of the exchange. Throws if it is malformed. */
export function isHostKeyProved(key: Buffer, hash: Buffer, signature: Buffer): boolean {
  const reader = new SshReader(signature);
  const algorithm = reader.text();
  const value = reader.string();
  const type = hostKeyType(key);
  const curve = CURVES[type];
  if (curve !== undefined) {
    if (algorithm !== type) return false;
    const parts = new SshReader(value);
    const signed = Buffer.concat([fixed(parts.string(), curve.bytes), fixed(parts.string(), curve.bytes)]);
    const format = { key: curveKey(key, curve), dsaEncoding: "ieee-p1363" as const };
    return verify(curve.hash, hash, format, signed);
  }
  if (type === "ssh-ed25519") return algorithm === type && verify(null, hash, edwardsKey(key), value);
  const rsaHash = RSA_HASHES[algorithm];
  return type === "ssh-rsa" && rsaHash !== undefined && verify(rsaHash, hash, rsaKey(key), value);
}

function fieldsOf(key: Buffer): SshReader {
  const reader = new SshReader(key);
  reader.string();
  return reader;
}

function edwardsKey(key: Buffer) {
  return keyOf({ kty: "OKP", crv: "Ed25519", x: base64(fieldsOf(key).string()) });
}

function curveKey(key: Buffer, { name, bytes }: { name: string; bytes: number }) {
  const fields = fieldsOf(key);
  fields.string();
  const point = fields.string();
  // An uncompressed point is 4, x, y.
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)];
  return keyOf({ kty: "EC", crv: name, x: base64(x), y: base64(y) });
}

function rsaKey(key: Buffer) {
  const fields = fieldsOf(key);
  const [e, n] = [fields.string(), fields.string()];
  return keyOf({ kty: "RSA", e: base64(trimmed(e)), n: base64(trimmed(n)) });
}

function keyOf(key: JsonWebKey) {
  return createPublicKey({ key, format: "jwk" });
}

/** A number without the zero that marks it as positive. */
function trimmed(bytes: Buffer): Buffer {
  return bytes[0] === 0 ? bytes.subarray(1) : bytes;
}

/** A number with this many bytes. */
function fixed(bytes: Buffer, length: number): Buffer {
  const value = trimmed(bytes);
  if (value.length > length) throw new RangeError("the number is too long");
  return Buffer.concat([Buffer.alloc(length - value.length), value]);
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64url");
}
