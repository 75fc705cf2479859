import { describe, expect, test } from "vitest";
import { faultsOf, machine } from "../../../test/labs/config-machine.ts";
import type { ConfigKey } from "./config-key.ts";
import { CONFIG_KEYS } from "./config-keys.ts";
import { readConfig } from "./read-config.ts";

describe("defaults", () => {
  test("returns a complete configuration for an empty environment", () => {
    expect(readConfig({}, machine)).toEqual({
      http: {
        listenAddress: "::",
        port: 8080,
        publicUrl: null,
        statusDomain: null,
        corsOrigins: [],
        trustedProxies: false,
        requestsPerMinute: 600,
        requestsPerMinuteOfOrganization: 3_000,
        apiKeysMax: 100,
        requestsPerMinuteWithoutKey: 60,
        pingsPerMinuteOfAddress: 6_000,
        compat: [],
        metricsToken: null,
      },
      alerting: { deliveryRetryMaxSeconds: 3_600 },
      heartbeat: { url: null },
      data: { directory: "/srv/vedette/data" },
      database: { url: null, connectionsMax: 10 },
      nats: null,
      secrets: { masterKey: null, previousMasterKeys: [] },
      signUp: "invite",
      firstAccount: null,
      recipients: { needConfirmation: false, mailsPerHour: 500 },
      mail: { smtpUrl: null, from: null },
      oidc: null,
      stripe: null,
      egress: { mode: "self-hosted", allow: [], deny: [], portsDeny: [], unixSockets: [] },
      server: {
        ...{ url: null, key: null, ca: null, allowsInsecureHttp: false },
        reportsDirectory: "/srv/vedette/data/runner-reports",
        reportsBytesMax: 50 * 1_048_576,
      },
      s3: null,
      artifacts: { bytesPerOrganizationMax: 20_480 * 1_048_576, freeBytesMin: 1_024 * 1_048_576 },
      runner: {
        name: "watch-1",
        location: "default",
        isFallback: true,
        threads: 4,
        checksInFlightPerThreadMax: 2000,
        organizationSharePercent: 50,
        canaries: [],
        evidenceResolver: "1.1.1.1",
      },
      journeys: {
        chromiumPath: null,
        runsMax: 8,
        scripts: "sandboxed",
        browserSandbox: "preferred",
        browsersMax: 4,
        temporaryDirectory: "/tmp",
        searchPath: "",
      },
      backup: {
        ...{ location: null, key: null, minuteOfDay: 220, keep: 7, withResults: true },
        bucket: { region: "us-east-1", endpoint: null, isPathStyle: false, credentials: null },
      },
      log: { level: "info" },
      domains: { rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json" },
      retention: { days: 90, closeDays: 7, trashDays: 7 },
      billing: { plansFile: null },
      codeFolder: null,
      warnings: [],
    });
  });

  test.each(Object.entries<ConfigKey>(CONFIG_KEYS))("%s has a valid default", (_name, key) => {
    const text = typeof key.default === "object" ? (key.default?.of(machine) ?? null) : key.default;
    expect(text === null || key.form.schema.safeParse(text).success).toBe(true);
  });

  test.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [64, 4],
  ])("%i cores give %i runner threads", (cores, threads) => {
    expect(readConfig({}, { ...machine, cores }).runner.threads).toBe(threads);
  });

  test("listens on IPv4 on a machine without IPv6", () => {
    expect(readConfig({}, { ...machine, hasIpv6: false }).http.listenAddress).toBe("0.0.0.0");
  });

  test("converts a host name to a valid runner name", () => {
    expect(readConfig({}, { ...machine, hostName: "ключ+1" }).runner.name).toBe("-----1");
    expect(readConfig({}, { ...machine, hostName: "" }).runner.name).toBe("runner");
  });

  test("treats an empty value as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "", DATABASE_URL_FILE: "" }, machine)).toEqual(
      readConfig({}, machine),
    );
  });
});

describe("values", () => {
  test("parses lists, switches, hops and origins into their types", () => {
    const config = readConfig(
      {
        VEDETTE_EGRESS: "hosted",
        VEDETTE_EGRESS_ALLOW: "10.0.0.0/8, [fd00::1]:443",
        VEDETTE_LOCATION_FALLBACK: "off",
        VEDETTE_TRUST_PROXY: "2",
        VEDETTE_PUBLIC_URL: "https://status.example.org/",
        VEDETTE_DATA: "/var/lib/vedette",
      },
      machine,
    );
    expect(config.egress).toMatchObject({
      mode: "hosted",
      allow: ["10.0.0.0/8", "[fd00::1]:443"],
      deny: [],
    });
    expect(config.runner.isFallback).toBe(false);
    expect(config.http.trustedProxies).toBe(2);
    expect(config.http.publicUrl).toBe("https://status.example.org");
    expect(config.data.directory).toBe("/var/lib/vedette");
  });

  test("accepts a deprecated name with a warning, and rejects it together with the current name", () => {
    const config = readConfig({ VEDETTE_STAND_IN: "off" }, machine);
    expect(config.runner.isFallback).toBe(false);
    expect(config.warnings).toEqual([
      "VEDETTE_STAND_IN is deprecated: set VEDETTE_LOCATION_FALLBACK instead.",
    ]);
    expect(() => readConfig({ VEDETTE_STAND_IN: "off", VEDETTE_LOCATION_FALLBACK: "on" }, machine)).toThrow(
      "VEDETTE_LOCATION_FALLBACK and its deprecated name VEDETTE_STAND_IN are both set: remove the latter.",
    );
  });

  test("blocks mail and remote administration in hosted mode unless the operator lists other ports", () => {
    const portsOf = (env: Record<string, string>) => readConfig(env, machine).egress.portsDeny;
    expect(portsOf({ VEDETTE_EGRESS: "hosted" })).toEqual(
      expect.arrayContaining([22, 23, 25, 445, 465, 587, 3389, 6667]),
    );
    expect(portsOf({ VEDETTE_EGRESS: "hosted" })).not.toContain(443);
    expect(portsOf({ VEDETTE_EGRESS: "hosted", VEDETTE_EGRESS_PORTS_DENY: "none" })).toEqual([]);
    expect(portsOf({ VEDETTE_EGRESS_PORTS_DENY: "25, 8080-8082" })).toEqual([25, 8080, 8081, 8082]);
    expect(portsOf({})).toEqual([]);
  });

  test("requires a tested browser sandbox in hosted mode", () => {
    expect(readConfig({ VEDETTE_EGRESS: "hosted" }, machine).journeys.browserSandbox).toBe("required");
    expect(() =>
      readConfig({ VEDETTE_EGRESS: "hosted", VEDETTE_BROWSER_SANDBOX: "preferred" }, machine),
    ).toThrow("VEDETTE_BROWSER_SANDBOX must be required");
    const own = { VEDETTE_BROWSER_SANDBOX: "required" };
    expect(readConfig(own, machine).journeys.browserSandbox).toBe("required");
  });

  test("accepts addresses and ranges of both families as trusted proxies", () => {
    const list = "10.0.0.1,192.168.0.0/16,fd00::/8,::1";
    expect(readConfig({ VEDETTE_TRUST_PROXY: list }, machine).http.trustedProxies).toEqual(list.split(","));
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80a"],
    ["PORT", "0x50"],
    ["VEDETTE_HOST", "no host"],
    ["VEDETTE_TRUST_PROXY", "on"],
    ["VEDETTE_TRUST_PROXY", "0"],
    ["VEDETTE_TRUST_PROXY", "10.0.0.0/33"],
    ["VEDETTE_PUBLIC_URL", "status.example.org"],
    ["VEDETTE_PUBLIC_URL", "https://status.example.org/path"],
    ["VEDETTE_PUBLIC_URL", "ftp://status.example.org"],
    ["VEDETTE_LOCATION_FALLBACK", "true"],
    ["VEDETTE_EGRESS", "all"],
    ["VEDETTE_EGRESS_DENY", "10.0.0.1,,10.0.0.2"],
    ["VEDETTE_EGRESS_PORTS_DENY", "25,smtp"],
    ["VEDETTE_EGRESS_PORTS_DENY", "90-80"],
    ["VEDETTE_EGRESS_PORTS_DENY", "0"],
    ["VEDETTE_EGRESS_PORTS_DENY", "65536"],
    ["VEDETTE_LOCATION", "EU west"],
    ["VEDETTE_RUNNER_NAME", "a b"],
    ["VEDETTE_LOG_LEVEL", "verbose"],
    ["VEDETTE_RETENTION_DAYS", "0"],
    ["VEDETTE_SIGNUP", "closed"],
    ["VEDETTE_CONFIRM_RECIPIENTS", "maybe"],
    ["VEDETTE_MAILS_PER_HOUR", "-1"],
    ["VEDETTE_MAIL_FROM", "vedette"],
    ["VEDETTE_OIDC_ISSUER", "id.example.org"],
    ["STRIPE_API_URL", "http://stripe.example.org"],
    ["STRIPE_API_URL", "http://127.0.0.1.example.org"],
    ["STRIPE_API_URL", "https://api.stripe.com/v1"],
    ["STRIPE_API_URL", "https://user:password@api.stripe.com"],
  ])("%s=%s is refused by its name", (name, value) => {
    expect(faultsOf({ [name]: value })).toContain(`  ${name}=${value} must be `);
  });

  test("freezes the configuration", () => {
    const { egress, http } = readConfig({ VEDETTE_EGRESS_ALLOW: "10.0.0.1" }, machine);
    expect(() => Object.assign(http, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(egress.allow, ["0.0.0.0/0"])).toThrow(TypeError);
  });
});

describe("open sign-up", () => {
  test("requires a confirmation if checks can reach the internal network", () => {
    const mail = { SMTP_URL: "smtp://mail.example.org", VEDETTE_MAIL_FROM: "vedette@example.org" };
    const open = { VEDETTE_SIGNUP: "open", ...mail };
    expect(() => readConfig(open, machine)).toThrow(/VEDETTE_EGRESS=hosted.*VEDETTE_SIGNUP_SELF_HOSTED=on/);
    expect(readConfig({ ...open, VEDETTE_EGRESS: "hosted" }, machine).signUp).toBe("open");
    expect(readConfig({ ...open, VEDETTE_SIGNUP_SELF_HOSTED: "on" }, machine).signUp).toBe("open");
  });
});

describe("the folder of monitoring as code", () => {
  const env = { VEDETTE_CONFIG_DIR: "conf.d", VEDETTE_CONFIG_PROJECT: "local" };

  test("has an absolute path, and variables that are no settings of the server", () => {
    const others = { OPS_URL: "x", DATABASE_URL: "postgres://a:b@c/d", PGPASSWORD: "p" };
    const folder = readConfig({ ...env, ...others, VEDETTE_X: "1" }, machine).codeFolder;
    expect(folder).toMatchObject({ project: "local", organization: null, variables: { OPS_URL: "x" } });
    expect(folder?.directory).toBe(`${machine.workingDirectory}/conf.d`);
  });

  test("is needed by its other settings, and names a project of the right form", () => {
    expect(faultsOf({ VEDETTE_CONFIG_PROJECT: "local" })).toContain("VEDETTE_CONFIG_DIR must be set too");
    expect(faultsOf({ ...env, VEDETTE_CONFIG_PROJECT: "Not One" })).toContain("VEDETTE_CONFIG_PROJECT");
  });
});
