import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { expect, test } from "vitest";
import { aMonitor } from "../test/fixtures.ts";
import {
  apiMonitorAsCode,
  apiMonitorAsCurl,
  journeyAsCode,
  monitorAsCode,
  monitorAsCurl,
} from "./copy-as.ts";

type ApiStep = ApiMonitor["steps"][number];

const ORIGIN = "https://vedette.example";

const aStep = (change: Partial<ApiStep> = {}): ApiStep => ({
  name: "Sign in",
  method: "POST",
  url: "https://shop.example/login#top",
  headers: {},
  query: {},
  body: null,
  auth: null,
  timeout: 30,
  follow_redirects: false,
  verify_tls: true,
  assertions: [],
  extract: [],
  continue_on_failure: false,
  always_run: false,
  ...change,
});

const anApiMonitor = (steps: ApiStep[], variables: Record<string, string> = {}): ApiMonitor => {
  const { url: _, method: __, host: ___, port: ____, ...common } = aMonitor();
  return {
    ...common,
    description: "",
    max_retries: 1,
    variables,
    steps,
    last_run: null,
  } as unknown as ApiMonitor;
};

const bodyOf = (command: string) => JSON.parse(/--data-raw '(.*)'$/s.exec(command)?.[1] ?? "");
const onOneLine = (command: string) => command.replaceAll(" \\\n  ", " ");

test("includes the options of the connection", () => {
  const change = {
    ...{ max_redirects: 3, ip_family: 6 as const },
    resolve: { "shop.example:443": "2001:db8::1" },
  };
  expect(onOneLine(monitorAsCurl(aMonitor(change)))).toBe(
    "curl 'https://shop.example/health' --location --max-redirs 3 --ipv6 " +
      "--resolve 'shop.example:443:2001:db8::1' --max-time 30",
  );
});

test("converts a plain check to a plain command", () => {
  expect(onOneLine(monitorAsCurl(aMonitor()))).toBe(
    "curl 'https://shop.example/health' --location --max-redirs 10 --max-time 30",
  );
});

test("includes method, headers, body and disabled options, and escapes quotes", () => {
  const change = {
    headers: { "x-who": "it's" },
    body: "a' ; rm b",
    follow_redirects: false,
    verify_tls: false,
  };
  expect(onOneLine(monitorAsCurl(aMonitor({ ...change, method: "PUT" })))).toBe(
    String.raw`curl 'https://shop.example/health' -X PUT --insecure --max-time 30 -H 'x-who: it'\''s' --data-raw 'a'\'' ; rm b'`,
  );
  expect(monitorAsCurl(aMonitor({ ...change, method: "POST" }))).not.toContain("-X");
  expect(monitorAsCurl(aMonitor({ method: "HEAD" }))).toContain("--head");
});

test("converts a TCP monitor to a connection test", () => {
  const tcp = aMonitor({ type: "tcp", url: null, method: null, host: "2001:db8::1", port: 443 });
  expect(monitorAsCurl(tcp)).toContain("'telnet://[2001:db8::1]:443'");
});

test("converts each step of an API monitor to a command with its query and unresolved variables", () => {
  const commands = apiMonitorAsCurl(
    anApiMonitor([
      aStep({ query: { q: "a b", id: "{{ID}}" }, body: { user: "{{USER}}" } }),
      aStep({ name: "Buy\nrm -rf ~", method: "GET", url: "{{BASE}}/cart?a=1", query: { b: "2" } }),
    ]),
  );
  expect(onOneLine(commands).split("\n\n")).toEqual([
    "# 1. Sign in\ncurl 'https://shop.example/login?q=a%20b&id={{ID}}#top' --max-time 30 -H 'Content-Type: application/json' " +
      `--data-raw '{"user":"{{USER}}"}'`,
    "# 2. Buy rm -rf ~\ncurl '{{BASE}}/cart?a=1&b=2' --max-time 30",
  ]);
});

test("replaces literal credentials by variables and keeps variables", () => {
  const typed = "hunter2-hunter2";
  const step = aStep({
    headers: { Authorization: `Bearer ${typed}`, Cookie: "{{SESSION}}", accept: "*/*" },
    query: { api_key: typed },
  });
  const copied = [
    monitorAsCurl(aMonitor({ headers: step.headers })),
    monitorAsCode(ORIGIN, aMonitor({ headers: step.headers })),
    apiMonitorAsCurl(
      anApiMonitor([step, aStep({ auth: { type: "basic", username: "ada", password: typed } })]),
    ),
    apiMonitorAsCode(
      ORIGIN,
      anApiMonitor([step, aStep({ auth: { type: "bearer", token: typed } })], { token: typed }),
    ),
    journeyAsCode(ORIGIN, {
      name: "Shop",
      steps: [
        { action: "totp", selector: "#code", secret: typed },
        { action: "request", ...step },
      ],
    } as unknown as Journey),
  ];
  for (const text of copied) {
    expect(text).not.toContain(typed);
    expect(text).toContain("{{");
  }
  expect(copied[0]).toContain("Cookie: {{SESSION}}");
  expect(copied[0]).toContain("Authorization: {{AUTHORIZATION}}");
  expect(copied[2]).toContain("--user 'ada:{{PASSWORD}}'");
});

test("replaces literal credentials of every auth and of a proxy", () => {
  const typed = "hunter2-hunter2";
  const client = { client_id: "shop", client_secret: typed, token_url: "https://login.example/token" };
  const grant = { scopes: [], audience: null, auth_method: "client_secret_post" as const };
  const auths: NonNullable<ApiStep["auth"]>[] = [
    { type: "basic", username: "ada", password: typed },
    { type: "digest", username: "ada", password: typed },
    { type: "bearer", token: typed },
    { type: "oauth2_client_credentials", ...client, ...grant },
    { type: "mtls", certificate: "-----BEGIN CERTIFICATE-----", key: "{{CLIENT_KEY}}" },
  ];
  const proxy = { url: "http://proxy.example:3128", auth: { username: "ada", password: typed } };
  for (const auth of auths) {
    const steps = [aStep({ auth })];
    const copied = [
      monitorAsCurl(aMonitor({ auth, proxy })),
      monitorAsCode(ORIGIN, aMonitor({ auth, proxy })),
      apiMonitorAsCurl(anApiMonitor(steps)),
      apiMonitorAsCode(ORIGIN, anApiMonitor(steps)),
      journeyAsCode(ORIGIN, {
        name: "Shop",
        steps: [{ action: "request", ...steps[0] }],
      } as unknown as Journey),
    ];
    for (const text of copied) {
      expect(text).not.toContain(typed);
      expect(text).toMatch(/\{\{[A-Z_]+\}\}|--cert client\.pem --key client\.key/);
    }
  }
});

test("creates the request that recreates the monitor, without read-only fields", () => {
  const command = monitorAsCode(ORIGIN, aMonitor({ tags: ["shop"], degraded_after_ms: 500 }));
  expect(command).toContain("curl 'https://vedette.example/api/v1/monitors'");
  expect(command).toContain('-H "Authorization: Bearer $VEDETTE_KEY"');
  expect(bodyOf(command)).toEqual({
    name: "Shop",
    type: "url",
    recursion: true,
    expect_closed: false,
    tls: false,
    url: "https://shop.example/health",
    method: "GET",
    interval: 60,
    timeout: 30,
    locations: ["default"],
    enabled: true,
    retries: 1,
    follow_redirects: true,
    verify_tls: true,
    retry: { count: 1, interval_seconds: 1, backoff: "fixed", other_location: false },
    ...{
      max_redirects: 10,
      ip_family: "any",
      cache_bust: false,
      traceparent: false,
      invert: false,
      keep_body: "never",
    },
    tags: ["shop"],
    degraded_after_ms: 500,
  });
});
