import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOcspAuthority, type OcspAuthority } from "../../../../../test/servers/ocsp-responder.ts";
import { programsMissing } from "../../../../../test/servers/program.ts";
import { evaluateStaple } from "./evaluate-staple.ts";
import { readOcspResponse } from "./read-ocsp-response.ts";

const DAY_MS = 86_400_000;
const REVOKED = { revokedOn: "261101120000Z", reason: "keyCompromise" };
const missing = programsMissing({ "/usr/bin/openssl": "openssl" });

describe.skipIf(missing !== null).each(["ec", "rsa"] as const)("a response signed by %s", (kind) => {
  let authority: OcspAuthority;
  let other: OcspAuthority;
  beforeAll(async () => {
    [authority, other] = await Promise.all([createOcspAuthority(kind), createOcspAuthority("ec")]);
  });
  afterAll(() => Promise.all([authority.close(), other.close()]));

  const evaluate = (staple: Buffer | null, changes: { issuer?: null; nowMs?: number } = {}) => {
    const { leaf, ca: issuer } = authority;
    return evaluateStaple(staple, { leaf, issuer, nowMs: Date.now(), ...changes });
  };
  const statusOf = (...args: Parameters<typeof evaluate>) => evaluate(...args).status;

  test("says what the authority says", async () => {
    expect(statusOf(await authority.respond("good"))).toBe("good");
    expect(statusOf(await authority.respond("unknown"))).toBe("unknown");
    expect(evaluate(await authority.respond(REVOKED))).toEqual({
      status: "revoked",
      detail: "the certificate was revoked on 2026-11-01 (key compromise)",
    });
    expect(statusOf(await authority.respond("good", { args: ["-sha256", "-rmd", "sha512"] }))).toBe("good");
  });

  test("may be signed by a certificate of the authority for this purpose only", async () => {
    expect(statusOf(await authority.respond("good", { signer: "delegate" }))).toBe("good");
    expect(statusOf(await authority.respond("good", { signer: "other" }))).toBe("invalid");
  });

  test("is too old after its time, and a revocation never is", async () => {
    const [good, revoked] = [await authority.respond("good"), await authority.respond(REVOKED)];
    const at = (days: number) => ({ nowMs: Date.now() + days * DAY_MS });
    expect([good, revoked].map((staple) => statusOf(staple, at(8)))).toEqual(["expired", "revoked"]);
    expect(statusOf(good, at(-1))).toBe("invalid");
    // The certificate of the delegated signer has expired.
    const delegated = await authority.respond(REVOKED, { signer: "delegate" });
    expect(statusOf(delegated, at(31))).toBe("invalid");
  });

  test("must be about this certificate, of this issuer", async () => {
    expect(statusOf(await other.respond("good"))).toBe("invalid");
    expect(statusOf(await authority.respond("good"), { issuer: null })).toBe("invalid");
    expect([statusOf(null), statusOf(Buffer.alloc(0))]).toEqual(["none", "none"]);
  });

  test("that is cut or changed is never good", async () => {
    const staple = await authority.respond("good");
    const signed = readOcspResponse(staple)?.signed ?? Buffer.alloc(0);
    const start = signed.byteOffset - staple.byteOffset;
    expect(start).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.nat(staple.length - 1), (length) => {
        expect(statusOf(staple.subarray(0, length))).toBe(length === 0 ? "none" : "invalid");
      }),
    );
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = Buffer.from(staple);
        changed.writeUInt8(changed.readUInt8(start + at) ^ bits, start + at);
        expect(statusOf(changed)).toBe("invalid");
      }),
    );
  });
});

test("any other bytes are invalid", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(bytes, (some) => {
      expect(readOcspResponse(Buffer.from(some))).toBeNull();
    }),
  );
  expect(readOcspResponse(Buffer.alloc(100_000, 0x30))).toBeNull();
  // The responder says "try later".
  expect(readOcspResponse(Buffer.from("30030a0103", "hex"))).toBeNull();
});
