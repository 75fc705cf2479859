import { describe, expect, test } from "vitest";
import { apiStepInput } from "../api-monitors/api-steps.ts";
import { type MonitorCreateInput, monitorCreate } from "../targets/monitors.ts";
import { createConfig, toCheckSpec } from "./check-config.ts";
import type { HttpAuth } from "./http-auth.ts";

const MONITOR: MonitorCreateInput = { name: "m", type: "url", url: "https://shop.example/" };
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const MTLS = { type: "mtls", certificate: CERTIFICATE, key: "{{CLIENT_KEY}}" } as const;
const OAUTH = {
  type: "oauth2_client_credentials",
  token_url: "https://login.example/token",
  client_id: "shop",
  client_secret: "{{CLIENT_SECRET}}",
} as const;

/** The paths and messages that a create request reports. */
function errorsOf(change: object): [string, string][] {
  const { error } = monitorCreate.safeParse({ ...MONITOR, ...change });
  return (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);
}
const pathsOf = (change: object) => errorsOf(change).map(([path]) => path);

describe("auth", () => {
  test.each<object>([
    { type: "basic", username: "ann", password: "" },
    { type: "bearer", token: "{{TOKEN}}" },
    { type: "digest", username: "{{USER}}", password: "ö" },
    OAUTH,
    { ...OAUTH, scopes: ["read", "https://shop.example/.default"], audience: "shop" },
    { ...OAUTH, token_url: "{{LOGIN}}/token", auth_method: "client_secret_post" },
    MTLS,
    { ...MTLS, certificate: "{{CERTIFICATE}}" },
  ])("%j is accepted in a monitor and in an API step", (auth) => {
    expect(errorsOf({ auth })).toEqual([]);
    const step = apiStepInput.safeParse({ url: "https://shop.example/", auth });
    expect(step.error).toBeUndefined();
    // What is returned can be sent back.
    expect(apiStepInput.parse({ url: "https://shop.example/", auth: step.data?.auth }).auth).toEqual(
      step.data?.auth,
    );
  });

  test.each<[object, string]>([
    [{ type: "ntlm", username: "a", password: "b" }, "auth.type"],
    [{ type: "basic", username: "a" }, "auth.password"],
    [{ type: "basic", username: "a:b", password: "c" }, "auth.username"],
    [{ type: "bearer", token: "a\nb" }, "auth.token"],
    [{ type: "bearer", token: "a", username: "b" }, "auth"],
    [{ ...OAUTH, token_url: "ftp://login.example/" }, "auth.token_url"],
    [{ ...OAUTH, scopes: ["a b"] }, "auth.scopes.0"],
    [{ ...OAUTH, auth_method: "none" }, "auth.auth_method"],
    [{ ...MTLS, key: "-----BEGIN PRIVATE KEY-----" }, "auth.key"],
    [{ ...MTLS, key: "{{A}}{{B}}" }, "auth.key"],
    [{ ...MTLS, certificate: "MIIB" }, "auth.certificate"],
    [{ ...MTLS, certificate: `${CERTIFICATE}-----BEGIN PRIVATE KEY-----` }, "auth.certificate"],
    [{ ...MTLS, certificate: "{{CERTIFICATE}}\n-----BEGIN PRIVATE KEY-----" }, "auth.certificate"],
  ])("%j is refused", (auth, path) => {
    expect(pathsOf({ auth })).toEqual([path]);
  });

  test("contradictions with the URL and the headers name the field", () => {
    expect(errorsOf({ auth: MTLS, url: "http://shop.example/" })).toEqual([
      ["auth", "mtls needs an https URL"],
    ]);
    const auth = { type: "bearer", token: "a" };
    expect(pathsOf({ auth, headers: { authorization: "b" } })).toEqual(["headers.authorization"]);
    expect(pathsOf({ auth: MTLS, headers: { authorization: "b" } })).toEqual([]);
    expect(pathsOf({ type: "tcp", url: null, host: "a", port: 1, auth })).toEqual(["auth"]);
  });
});

describe("proxy", () => {
  test.each([
    "http://proxy.example",
    "https://proxy.example:3128/",
    "socks5://10.0.0.1:1080",
    "socks5://[::1]:1080",
  ])("%s is accepted", (url) => {
    expect(errorsOf({ proxy: { url } })).toEqual([]);
    expect(errorsOf({ proxy: { url, auth: { username: "a", password: "{{SECRET}}" } } })).toEqual([]);
  });

  test.each<[object, string]>([
    [{ proxy: { url: "socks4://proxy.example" } }, "proxy.url"],
    [{ proxy: { url: "proxy.example:3128" } }, "proxy.url"],
    [{ proxy: { url: "http://user:password@proxy.example" } }, "proxy.url"],
    [{ proxy: { url: "http://proxy.example/path" } }, "proxy.url"],
    [{ proxy: { url: "http://proxy.example", auth: { username: "a" } } }, "proxy.auth.password"],
    [
      { proxy: { url: "socks5://a:1", auth: { username: "a".repeat(256), password: "b" } } },
      "proxy.auth.username",
    ],
    [{ proxy: { url: "http://a:1", auth: { username: "a\n", password: "b" } } }, "proxy.auth.username"],
    [{ proxy: { url: "http://a:1" }, resolve: { "shop.example:443": "192.0.2.1" } }, "resolve"],
    [{ proxy: { url: "http://a:1" }, ip_family: 4 }, "ip_family"],
  ])("%j is refused", (change, path) => {
    expect(pathsOf(change)).toEqual([path]);
  });
});

test.each<[HttpAuth, string]>([
  [{ type: "basic", username: "ann", password: "secret-1" }, "secret-1"],
  [{ type: "digest", username: "ann", password: "secret-2" }, "secret-2"],
  [{ type: "bearer", token: "secret-3" }, "secret-3"],
  [{ ...OAUTH, scopes: [], audience: null, auth_method: "client_secret_basic" }, "{{CLIENT_SECRET}}"],
  [MTLS, "{{CLIENT_KEY}}"],
])("the spec of %j masks its credential", (auth, credential) => {
  const config = createConfig("url", {
    ...MONITOR,
    auth,
    proxy: { url: "http://a:1", auth: { username: "u", password: "secret-4" } },
  });
  const spec = toCheckSpec({ type: "url", config, timeout_ms: 1, max_retries: 0 });
  expect(spec.mask).toEqual([credential, "secret-4"]);
});
