import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { faultsOf, machine } from "../../../test/labs/config-machine.ts";
import { readConfig } from "./read-config.ts";

describe("secrets", () => {
  test("include those of Stripe, whose default API URL is the official one", () => {
    const { stripe } = readConfig(
      { STRIPE_SECRET_KEY: "rk_live_hunter2hunter2", STRIPE_WEBHOOK_SECRET: "whsec_hunter2hunter2" },
      machine,
    );
    expect(stripe?.apiUrl).toBe("https://api.stripe.com");
    expect(stripe?.secretKey.reveal()).toBe("rk_live_hunter2hunter2");
    expect(inspect(stripe, { depth: 9 })).not.toContain("hunter2");
  });

  test("redacts a secret unless it is revealed explicitly", () => {
    const { database } = readConfig({ DATABASE_URL: "postgres://a:hunter2@db/x" }, machine);
    expect(database.url?.reveal()).toBe("postgres://a:hunter2@db/x");
    const shown = [
      JSON.stringify(database),
      inspect(database, { depth: 9, showHidden: true }),
      `${database.url}`,
    ];
    for (const text of shown) {
      expect(text).toContain("[redacted]");
      expect(text).not.toContain("hunter2");
    }
  });

  test("groups the NATS settings and hides their secrets", () => {
    const NATS_URL = "nats://a:hunter2@one:4222, tls://a:hunter2@two:4222";
    const { nats } = readConfig({ NATS_URL, NATS_TLS_CA: "pem", NATS_REPLICAS: "3" }, machine);
    expect(nats).toMatchObject({ prefix: "vedette", replicas: 3, credentials: null });
    expect(nats?.url.reveal()).toBe(NATS_URL);
    expect(nats?.tls.ca?.reveal()).toBe("pem");
    expect(inspect(nats, { depth: 9, showHidden: true })).not.toMatch(/hunter2|pem/);
  });

  test("reads a secret from a file without the trailing line break", () => {
    const { database } = readConfig({ DATABASE_URL_FILE: "/run/secrets/url" }, machine);
    expect(database.url?.reveal()).toBe("postgres://a:hunter2@db/x");
  });

  test("reads the first account, and rejects an address without a password", () => {
    const { firstAccount } = readConfig(
      { VEDETTE_ADMIN_EMAIL: "ada@example.org", VEDETTE_ADMIN_PASSWORD_FILE: "/run/secrets/url" },
      machine,
    );
    expect(firstAccount?.email).toBe("ada@example.org");
    expect(firstAccount?.password.reveal()).toContain("hunter2");
    expect(inspect(firstAccount, { depth: 9, showHidden: true })).not.toContain("hunter2");
    expect(faultsOf({ VEDETTE_ADMIN_EMAIL: "ada@example.org" })).toContain(
      "VEDETTE_ADMIN_PASSWORD must be set too",
    );
  });

  test("parses a master key in base64 and hex, and previous keys as a list", () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 0xfb)];
    const { secrets } = readConfig(
      {
        VEDETTE_MASTER_KEY: one.toString("hex"),
        VEDETTE_MASTER_KEY_PREVIOUS: `${two.toString("base64url")},\n${one.toString("base64")}`,
      },
      machine,
    );
    expect(secrets.masterKey?.reveal()).toBe(one.toString("base64"));
    expect(secrets.previousMasterKeys.map((key) => key.reveal())).toEqual(
      [two, one].map((key) => key.toString("base64")),
    );
    expect(inspect(secrets, { depth: 9 })).not.toContain(one.toString("base64"));
  });

  test.each([
    "",
    "0".repeat(63),
    Buffer.alloc(31).toString("base64"),
    Buffer.alloc(33).toString("base64"),
    "pass word",
  ])("a master key of another length is refused without being shown: %j", (text) => {
    const errors = faultsOf({ VEDETTE_MASTER_KEY: text || "x", VEDETTE_MASTER_KEY_PREVIOUS: text || "x" });
    expect(errors).toContain("VEDETTE_MASTER_KEY must be 32 bytes in base64 or hex");
    expect(errors).toContain("VEDETTE_MASTER_KEY_PREVIOUS must be keys of 32 bytes");
  });

  test("rejects a missing or empty file, and a file together with a value", () => {
    expect(faultsOf({ DATABASE_URL_FILE: "/nowhere" })).toContain(
      "DATABASE_URL_FILE names /nowhere, which cannot be read",
    );
    expect(faultsOf({ DATABASE_URL_FILE: "/run/secrets/none" })).toContain("which is empty");
    expect(faultsOf({ DATABASE_URL_FILE: "/run/secrets/url", DATABASE_URL: "x" })).toContain("are both set");
  });

  test("does not read a key that is not a secret from a file", () => {
    const config = readConfig({ VEDETTE_DATA_FILE: "/run/secrets/url" }, machine);
    expect(config.data.directory).toBe("/srv/vedette/data");
    expect(config.warnings).toEqual(["VEDETTE_DATA_FILE is not a Vedette setting and is ignored."]);
  });
});
