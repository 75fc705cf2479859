import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { StartError } from "../kernel/errors.ts";
import type { ConfigKey } from "./config-key.ts";
import { CONFIG_KEYS } from "./config-keys.ts";
import type { Machine } from "./machine.ts";
import { readConfig } from "./read-config.ts";

const FILES: Record<string, string> = {
  "/run/secrets/url": "postgres://a:hunter2@db/x\n",
  "/run/secrets/none": "\n",
};

const machine: Machine = {
  hostName: "watch-1.example.org",
  cores: 8,
  hasIpv6: true,
  temporaryDirectory: "/tmp",
  workingDirectory: "/srv/vedette",
  readFile(path) {
    const text = FILES[path];
    if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    return text;
  },
};

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env, machine);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

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
