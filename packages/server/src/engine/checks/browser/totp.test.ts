import { describe, expect, test } from "vitest";
import { totpCode } from "./totp.ts";

/** The 20 bytes of RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const SECRET_SHA256 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";

describe("totpCode", () => {
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_234_567_890, "89005924"],
    [20_000_000_000, "65353130"],
  ])("at %d s matches the RFC", (seconds, code) => {
    const address = `otpauth://totp/Shop:ann?secret=${SECRET}&digits=8`;
    expect(totpCode(address, seconds * 1_000)).toBe(code);
    expect(totpCode(SECRET, seconds * 1_000)).toBe(code.slice(2));
  });

  test("uses the algorithm and period of a URL", () => {
    const address = `otpauth://totp/x?secret=${SECRET_SHA256}&algorithm=SHA256&digits=8&period=30`;
    expect(totpCode(address, 59_000)).toBe("46119246");
  });

  test("accepts a secret as copied from a website", () => {
    const copied = "gezd gnbv gy3t qojq gezd gnbv gy3t qojq==";
    expect(totpCode(copied, 59_000)).toBe("287082");
  });

  test.each(["", "1", "not base32!", "otpauth://totp/x", `otpauth://totp/x?secret=${SECRET}&digits=99`])(
    "%j is an invalid secret",
    (secret) => {
      expect(totpCode(secret, 0)).toBeNull();
    },
  );
});
