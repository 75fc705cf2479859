import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importBlackbox } from "./import-blackbox.ts";

const FILES = ["blackbox.yml", "prometheus.yml", "targets/web.json"].map((path) => ({
  path,
  text: readFileSync(join(import.meta.dirname, "fixtures", path), "utf8"),
}));
type Fields = Record<string, unknown>;

/** Imports a module with one target. */
function importModule(module: Fields, target: string, others: { path: string; text: string }[] = []) {
  const job = { job_name: "j", metrics_path: "/probe", params: { module: ["m"] } };
  const relabel_configs = [{ source_labels: ["__address__"], target_label: "__param_target" }];
  const prometheus = {
    scrape_configs: [{ ...job, static_configs: [{ targets: [target] }], relabel_configs }],
  };
  const imported = importBlackbox({
    files: [
      { path: "blackbox.yml", text: JSON.stringify({ modules: { m: module } }) },
      { path: "prometheus.yml", text: JSON.stringify(prometheus) },
      ...others,
    ],
  });
  expect(readDocument(imported.document).errors).toEqual([]);
  const [monitor] = Object.values(imported.document.monitors ?? {});
  return { ...imported, monitor };
}

describe("modules, jobs and files of targets", () => {
  const imported = importBlackbox({ files: FILES });
  const { document, report, credentials } = imported;
  const monitors: Record<string, Fields> = document.monitors ?? {};

  test("the document is valid", () => {
    expect(readDocument(document).errors).toEqual([]);
  });

  test("each target of a module is one monitor, in the group of its job", () => {
    expect(
      Object.entries(monitors).map(([key, { type, interval, timeout }]) => [key, type, interval, timeout]),
    ).toEqual([
      ["web/www.acme.example", "url", 60, 5],
      ["web/shop.acme.example/ok-x-1", "url", 60, 5],
      ["web/legacy.acme.example-8080", "url", 60, 5],
      ["web/staging.acme.example", "url", 60, 5],
      ["strict/www.acme.example", "url", 30, 10],
      ["tcp/db.acme.example-5432", "tcp", 30, 3],
      ["tcp/192.0.2.20-22", "tcp", 30, 3],
      ["tcp/-2001-db8-25-25", "tcp", 30, 3],
      ["ping/gw.acme.example", "ping", 15, 2],
      ["ping/192.0.2.1", "ping", 15, 2],
      ["dns/192.0.2.53", "dns", 30, 10],
      ["dns/ns1.acme.example-5353", "dns", 30, 10],
      ["module-by-label/api.acme.example/health", "url", 30, 10],
      ["module-by-label/mail.acme.example-587", "tls", 30, 10],
      ["files/a.acme.example", "url", 30, 5],
      ["files/b.acme.example", "url", 30, 5],
      ["same-host-different-names/admin.acme.example", "url", 30, 10],
    ]);
    for (const [key, { group }] of Object.entries(monitors)) expect(key.startsWith(`${group}/`)).toBe(true);
  });

  test("labels are tags, and relabelling sets name and target", () => {
    expect(monitors["web/www.acme.example"]).toMatchObject({ tags: ["env:prod", "team:web"] });
    expect(monitors["same-host-different-names/admin.acme.example"]).toMatchObject({
      ...{ name: "Admin", url: "https://admin.acme.example" },
      auth: { type: "basic", username: "probe", password: "{{BLACKBOX_HTTP_BASIC_AUTH_PASSWORD}}" },
    });
    expect(credentials).toEqual({ "/secrets/BLACKBOX_HTTP_BASIC_AUTH_PASSWORD": "fake-password" });
  });

  test("the default of valid statuses is written, and validations are assertions", () => {
    expect(monitors["web/www.acme.example"]).toMatchObject({ accept_statuses: ["200-299"] });
    expect(monitors["strict/www.acme.example"]).toMatchObject({
      ...{ accept_statuses: [200, 204, 301], ip_family: 4, follow_redirects: true },
      assertions: [
        { type: "http_version", operator: "in", value: ["1.1", "2"] },
        { type: "body", operator: "matches", value: "Welcome" },
        { type: "body", operator: "matches", value: "^<html" },
        { type: "header", property: "Content-Type", operator: "matches" },
        { type: "header", property: "Set-Cookie", operator: "not_exists" },
      ],
    });
  });

  test("of a DNS module, the target is the server", () => {
    expect(monitors["dns/ns1.acme.example-5353"]).toMatchObject({
      ...{ host: "www.acme.example", record: "A", server: ["ns1.acme.example"], port: 5_353 },
      assertions: [
        { type: "rcode", operator: "in", value: ["NOERROR"] },
        { type: "answer", operator: "matches", value: "192.0.2.10" },
      ],
    });
  });

  test("STARTTLS of SMTP is a TLS check", () => {
    expect(monitors["module-by-label/mail.acme.example-587"]).toMatchObject({ starttls: "smtp", port: 587 });
  });

  test("jobs that do not probe, unused modules, missing files and settings are reported", () => {
    const keys = report.not_made.map(({ kind, key }) => `${kind} ${key}`);
    expect(keys).toContain("scrape_config prometheus");
    expect(keys).toContain("module unix_socket");
    expect(keys).toContain("file_sd_config files/targets/*.yml");
    expect(keys).toContain("rule_file rules/*.yml");
    expect(keys).toContain("setting alerting");
    for (const { reasons } of [...report.made_with_differences, ...report.not_made])
      expect(reasons).not.toEqual([]);
  });
});

describe("modules", () => {
  test.each<[string, Fields, string, Fields]>([
    [
      "icmp6",
      { prober: "icmp", icmp: { preferred_ip_protocol: "ip6", ip_protocol_fallback: false } },
      "h.example",
      { type: "ping", ip_family: 6, count: 1 },
    ],
    [
      "a banner",
      { prober: "tcp", tcp: { query_response: [{ expect: "^SSH-2.0-" }, { send: "x" }] } },
      "[2001:db8::1]:22",
      { type: "tcp", host: "2001:db8::1", port: 22, expect: "^SSH-2.0-", expect_type: "matches" },
    ],
    [
      "a question",
      { prober: "tcp", tcp: { tls: true, query_response: [{ send: "PING" }, { expect: "PONG" }] } },
      "h.example:1",
      { tls: true, send: "PING\\n", expect: "PONG" },
    ],
    [
      "grpc",
      { prober: "grpc", grpc: { service: "shop", tls: true, tls_config: { insecure_skip_verify: true } } },
      "h.example:443",
      { type: "grpc", service: "shop", tls: true, verify_tls: false },
    ],
    [
      "websocket",
      { prober: "websocket", websocket: { query_response: [{ send: "ping" }, { expect: "pong" }] } },
      "ws://h.example/x",
      { type: "websocket", send: "ping", expect: "pong" },
    ],
    ["a scheme", { prober: "http" }, "h.example", { url: "http://h.example" }],
    [
      "bearer",
      { prober: "http", http: { authorization: { credentials: "tok-1" } } },
      "http://h.example",
      { auth: { type: "bearer", token: "{{BLACKBOX_M_CREDENTIALS}}" } },
    ],
    [
      "statuses",
      { prober: "http", http: { valid_status_codes: [201, 200, 418] } },
      "http://h.example",
      { accept_statuses: ["200-201", 418] },
    ],
    [
      "a forbidden text",
      { prober: "http", http: { fail_if_body_matches_regexp: ["broken"] } },
      "http://h.example",
      { assertions: [{ type: "body", operator: "not_contains", value: "broken" }] },
    ],
  ])("%s", (_, module, target, expected) => {
    expect(importModule(module, target).monitor).toMatchObject(expected);
  });

  test("a prober without a counterpart is reported", () => {
    expect(importModule({ prober: "unix" }, "/run/x.sock").report.not_made).toMatchObject([
      { kind: "target", reasons: ["There is no check like the prober 'unix'."] },
    ]);
  });

  test("credentials in a target are secrets, and neither in its name nor in its key", () => {
    const { document, report, credentials } = importModule(
      { prober: "http" },
      "https://ada:s3cret@h.example/?token=t0ken",
    );
    expect(Object.values(credentials).sort()).toEqual(["s3cret", "t0ken"]);
    expect(JSON.stringify([document, report])).not.toMatch(/s3cret|t0ken/);
  });
});

describe("alert rules", () => {
  const rulesOf = (...rules: Fields[]) =>
    importModule({ prober: "http" }, "https://h.example", [
      { path: "rules/a.yml", text: JSON.stringify({ groups: [{ name: "g", rules }] }) },
    ]);

  test("a failed probe and the expiry of a certificate are rules", () => {
    const { document, report } = rulesOf(
      { alert: "Down", expr: 'probe_success{job="j"} == 0', for: "5m", labels: { severity: "warning" } },
      { alert: "Certificate", expr: "probe_ssl_earliest_cert_expiry - time() < 86400 * 14" },
      { alert: "Days", expr: "(probe_ssl_earliest_cert_expiry - time()) / 86400 < 7" },
      { alert: "Slow", expr: "probe_duration_seconds > 2" },
      { record: "x", expr: "1" },
      { alert: "Other job", expr: 'probe_success{job="x"} == 0' },
    );
    expect(document.rules).toMatchObject({
      Down: {
        type: "consecutive_failures",
        confirm_seconds: 300,
        severity: "warning",
        selector: { groups: ["j"] },
      },
      Certificate: { type: "ssl_expiry", params: { days: 14 } },
      Days: { type: "ssl_expiry", params: { days: 7 } },
    });
    expect(report.not_made.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "alert Slow",
      "alert x",
      "alert Other job",
    ]);
  });
});

describe("objects of the Prometheus operator", () => {
  test("a Probe is a job with its targets", () => {
    const probe = {
      kind: "Probe",
      metadata: { name: "p" },
      spec: {
        module: "m",
        interval: "20s",
        targets: { staticConfig: { static: ["https://h.example"], labels: { env: "x" } } },
      },
    };
    const text = `modules: {m: {prober: http}}\n---\n${JSON.stringify(probe)}`;
    const { document } = importBlackbox({ files: [{ path: "all.yaml", text }] });
    expect(document.monitors).toMatchObject({ "p/h.example": { interval: 20, group: "p", tags: ["env:x"] } });
  });
});

describe("bad input", () => {
  test.each([
    ["no file", [], "must contain a blackbox.yml"],
    ["another file", [{ path: "x.yml", text: "a: 1" }], "must contain a blackbox.yml"],
    ["a syntax error", [{ path: "x.yml", text: "a: [" }], "x.yml is neither valid JSON nor YAML"],
  ])("%s is refused with a sentence", (_, files, message) => {
    expect(() => importBlackbox({ files })).toThrow(message);
  });

  test("a pattern of relabelling that is not valid is left out", () => {
    const job = {
      job_name: "j",
      metrics_path: "/probe",
      params: { module: ["m"], target: ["https://h.example"] },
      static_configs: [{ targets: ["x"] }],
      relabel_configs: [{ regex: "(", target_label: "a" }],
    };
    const text = JSON.stringify({ scrape_configs: [job] });
    const modules = { path: "b.yml", text: "modules: {m: {prober: http}}" };
    const { report } = importBlackbox({ files: [{ path: "p.yml", text }, modules] });
    expect(report.made_with_differences[0]?.reasons).toEqual([
      "A step of relabelling has a pattern that is not valid; it is left out.",
    ]);
  });

  test("any module and job become a valid document", () => {
    const prober = fc.constantFrom("http", "tcp", "icmp", "dns", "grpc", "websocket", "unix");
    const options = fc.dictionary(
      fc.constantFrom(
        "tls",
        "headers",
        "query_response",
        "valid_rcodes",
        "query_name",
        "oauth2",
        "proxy_url",
        "tls_config",
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(prober, options, fc.string(), fc.jsonValue(), (name, fields, target, timeout) => {
        importModule({ prober: name, [name]: fields, timeout }, target);
      }),
      { numRuns: 200 },
    );
  });
});
