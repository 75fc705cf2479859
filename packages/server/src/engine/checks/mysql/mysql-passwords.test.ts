import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cachingSha2Response, nativeResponse } from "./mysql-passwords.ts";

const salt = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes));
const hash = (algorithm: string, ...parts: Buffer[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash(algorithm)).digest();
const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));

/** What a server does, which stores only the hash of the hash. */
test("a server that knows the hash of the hash of a password accepts its proof", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), salt, (password, nonce) => {
      for (const [algorithm, response, order] of [
        ["sha1", nativeResponse(password, nonce), (stored: Buffer) => [nonce, stored]],
        ["sha256", cachingSha2Response(password, nonce), (stored: Buffer) => [stored, nonce]],
      ] as const) {
        const stored = hash(algorithm, hash(algorithm, Buffer.from(password)));
        const shown = xor(response, hash(algorithm, ...order(stored)));
        expect(hash(algorithm, shown)).toEqual(stored);
      }
    }),
  );
});
