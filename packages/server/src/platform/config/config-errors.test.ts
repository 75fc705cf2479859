import { describe, expect, test } from "vitest";
import { faultsOf, machine } from "../../../test/labs/config-machine.ts";
import { readConfig } from "./read-config.ts";

describe("errors", () => {
  test("reports all errors at once, each with the description of its key", () => {
    const errors = faultsOf({ PORT: "http", VEDETTE_RETENTION_DAYS: "forever", VEDETTE_LOG_LEVEL: "info" });
    expect(errors.split("\n")).toEqual([
      "The configuration is not valid:",
      "  PORT=http must be a whole number from 0 to 65535. Meaning: TCP port of the API and the web interface, or of /healthz, /readyz and /metrics if the process serves no API; 0 selects a free port.",
      "  VEDETTE_RETENTION_DAYS=forever must be a whole number from 1 to 3650. Meaning: Retention of check results; organizations and plans may set a shorter retention.",
    ]);
  });

  test("rejects open sign-up without a mail server, because addresses cannot be verified", () => {
    expect(faultsOf({ VEDETTE_SIGNUP: "open" })).toContain("SMTP_URL must be set too");
  });

  test("rejects an entry that is not an address, before any thread starts", () => {
    for (const entry of ["localhost", "10.0.0.0/33", "10.0.0.1:99999", "[fd00::1", "10.0.0.1 "])
      expect(faultsOf({ VEDETTE_EGRESS_DENY: `10.0.0.1,${entry}x` })).toContain(
        "must be a comma-separated list",
      );
    const { egress } = readConfig({ VEDETTE_EGRESS_DENY: "10.0.0.1:443, [fd00::1], fd00::/8, ::1" }, machine);
    expect(egress.deny).toEqual(["10.0.0.1:443", "[fd00::1]", "fd00::/8", "::1"]);
  });

  test("requires keys that belong together", () => {
    const lone = faultsOf({
      SMTP_URL: "smtps://a:hunter2@mail.example.org",
      VEDETTE_OIDC_CLIENT_ID: "vedette",
    });
    expect(lone).toContain("VEDETTE_MAIL_FROM must be set too");
    expect(lone).toContain("VEDETTE_OIDC_ISSUER and VEDETTE_OIDC_CLIENT_SECRET must be set too");
  });

  test("validates the URLs of NATS and never shows them", () => {
    for (const url of ["http://a:hunter2@nats:4222", "nats://a:hunter2@nats, redis://b", "nats://"]) {
      const errors = faultsOf({ NATS_URL: url });
      expect(errors).toContain("NATS_URL must be nats:// or tls:// URLs");
      expect(errors).not.toContain("hunter2");
    }
    expect(faultsOf({ NATS_TLS_CERT: "pem" })).toContain("NATS_TLS_KEY must be set too");
  });

  test("requires Stripe's key and webhook secret together", () => {
    const key = "sk_test_51Hunter2hunter2";
    const lone = faultsOf({ STRIPE_SECRET_KEY: key });
    expect(lone).toContain("STRIPE_WEBHOOK_SECRET must be set too");
    expect(lone).not.toContain("unter2");
    expect(faultsOf({ STRIPE_WEBHOOK_SECRET: "whsec_hunter2hunter2" })).toContain(
      "STRIPE_SECRET_KEY must be set too",
    );
    expect(readConfig({ STRIPE_API_URL: "http://127.0.0.1:9" }, machine).stripe).toBeNull();
  });

  test.each([
    ["STRIPE_SECRET_KEY", "pk_test_51hunter2hunter2"],
    ["STRIPE_SECRET_KEY", "sk_test_51hunter2 hunter2"],
    ["STRIPE_WEBHOOK_SECRET", "sk_test_51hunter2hunter2"],
  ])("%s with another kind of key is refused, and not shown", (name, value) => {
    const errors = faultsOf({ [name]: value });
    expect(errors).toContain(`  ${name} must be `);
    expect(errors).not.toContain("hunter2");
  });

  test("does not show an invalid secret", () => {
    const errors = faultsOf({ VEDETTE_METRICS_TOKEN: "hunter2" });
    expect(errors).toContain("VEDETTE_METRICS_TOKEN must be at least 16 characters");
    expect(errors).not.toContain("hunter2");
  });
});

describe("unknown keys", () => {
  test.each([
    ["VEDETTE_PORT", "PORT"],
    ["VEDETTE_DATABASE_URL", "DATABASE_URL"],
    ["VEDETTE_RETENTION_DAY", "VEDETTE_RETENTION_DAYS"],
    ["VEDETTE_LOGLEVEL", "VEDETTE_LOG_LEVEL"],
  ])("%s warns and names %s", (name, meant) => {
    expect(readConfig({ [name]: "1" }, machine).warnings).toEqual([
      `${name} is not a Vedette setting and is ignored: did you mean ${meant}?`,
    ]);
  });

  test("warns without a suggestion about an unknown key, and ignores keys of other programs", () => {
    expect(readConfig({ VEDETTE_XYZZY_PLUGH: "1", HOME: "/root", PORTS: "1" }, machine).warnings).toEqual([
      "VEDETTE_XYZZY_PLUGH is not a Vedette setting and is ignored.",
    ]);
  });

  test("does not warn about the settings of the command-line client", () => {
    const env = { VEDETTE_URL: "http://localhost:8080", VEDETTE_API_KEY: "vdt_agent_x" };
    expect(readConfig(env, machine).warnings).toEqual([]);
  });
});
