import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { expect, test } from "vitest";
import { createTlsFixtures, TLS_LEAVES } from "./tls-fixtures.ts";

const DAY_MS = 86_400_000;
const fixtures = await createTlsFixtures();
const ca = new X509Certificate(fixtures.ca);
const parse = (name: (typeof TLS_LEAVES)[number]) => new X509Certificate(fixtures[name].cert);
const daysLeft = (name: (typeof TLS_LEAVES)[number]) =>
  Math.floor((Date.parse(parse(name).validTo) - Date.now()) / DAY_MS);

test("each leaf has its own key and is valid for localhost, except wrongHost", () => {
  for (const name of TLS_LEAVES) {
    const leaf = parse(name);
    const isForLocalhost = name !== "wrongHost";
    expect([name, leaf.checkHost("localhost"), leaf.checkIP("127.0.0.1")]).toEqual(
      isForLocalhost ? [name, "localhost", "127.0.0.1"] : [name, undefined, undefined],
    );
    const { key, cert } = fixtures[name];
    expect(() => createSecureContext({ key, cert, ciphers: "ALL:@SECLEVEL=0" })).not.toThrow();
  }
});

test("the authority signed every leaf except the three that do not chain to it", () => {
  const untrusted = TLS_LEAVES.filter((name) => !parse(name).verify(ca.publicKey));
  expect(untrusted).toEqual(["selfSigned", "unknownCa", "missingIntermediate"]);
  expect(ca.ca).toBe(true);
  expect(parse("selfSigned").verify(parse("selfSigned").publicKey)).toBe(true);
});

test("the dates match the names", () => {
  expect(daysLeft("expired")).toBeLessThan(0);
  expect(daysLeft("threeDays")).toBe(3);
  expect(daysLeft("valid")).toBeGreaterThan(30);
  expect(Date.parse(parse("notYetValid").validFrom)).toBeGreaterThan(Date.now());
});

test("the weak certificates are weak", () => {
  expect(parse("rsa1024").publicKey.asymmetricKeyDetails?.modulusLength).toBe(1_024);
  expect(parse("sha1").toLegacyObject().raw.includes(Buffer.from("06072a8648ce3d0401", "hex"))).toBe(true);
});

test("a second call returns the same certificates", async () => {
  expect(await createTlsFixtures()).toBe(fixtures);
});
