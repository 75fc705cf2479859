import { createHash } from "node:crypto";

/** How a client proves a password. Pure. */

/** Source: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_authentication_methods.html */
export function nativeResponse(password: string, salt: Buffer): Buffer {
  const hash = digest("sha1", Buffer.from(password));
  return xor(hash, digest("sha1", salt.subarray(0, 20), digest("sha1", hash)));
}

/** Source: https://dev.mysql.com/doc/dev/mysql-server/latest/page_caching_sha2_authentication_exchanges.html */
export function cachingSha2Response(password: string, salt: Buffer): Buffer {
  const hash = digest("sha256", Buffer.from(password));
  return xor(hash, digest("sha256", digest("sha256", hash), salt.subarray(0, 20)));
}

function digest(algorithm: "sha1" | "sha256", ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}
