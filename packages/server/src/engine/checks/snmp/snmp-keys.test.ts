import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ber } from "../dialogue/ber.ts";
import { decrypt, encrypt, localizedKey } from "./snmp-keys.ts";
import { readPdu } from "./snmp-pdu.ts";
import { readV3 } from "./snmp-v3.ts";

const ENGINE_ID = Buffer.from("000000000000000000000002", "hex");

/** The examples of RFC 3414, appendix A.3. */
test.each([
  ["md5", "526f5eed9fcce26f8964c2930787d82b"],
  ["sha1", "6695febc9288e36282235fc7151f128497b38f3f"],
])("makes the key of the example with %s", (hash, key) => {
  expect(localizedKey(hash, "maplesyrup", ENGINE_ID).toString("hex")).toBe(key);
});

test.each(["des", "aes", "aes256", "aes256c"] as const)("%s decrypts what it encrypted", (protocol) => {
  const privacy = { protocol, password: "password", hash: "sha1" };
  const engine = { id: ENGINE_ID, boots: 3, time: 99 };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const [salt, plain] = [randomBytes(8), Buffer.from(bytes)];
      const secret = encrypt(privacy, engine, { salt, plain });
      expect(decrypt(privacy, engine, { salt, secret })?.subarray(0, plain.length)).toEqual(plain);
    }),
    { numRuns: 20 },
  );
});

test("any bytes are an answer or none, never an exception", () => {
  const user = {
    user: "u",
    authProtocol: "sha" as const,
    password: "password",
    privacyProtocol: "aes" as const,
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const content = Buffer.from(bytes);
      readV3(content, 1, user);
      readV3(ber(0x30, content), 1, user);
      readPdu({ tag: 0xa2, content, end: content.length });
    }),
  );
});
