import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMonitorErrors } from "../targets/monitors.ts";
import { createConfig, findInapplicable } from "./check-config.ts";
import type { CheckType } from "./check-types.ts";

type Input = { type: CheckType; locations: string[]; tags: string[] } & Record<string, unknown>;
const COMMON = { locations: ["default"], tags: [] };
const URL_MONITOR: Input = { ...COMMON, type: "url", url: "https://example.com/health" };
const TCP_MONITOR: Input = { ...COMMON, type: "tcp", host: "example.com", port: 443 };

/** What a create request reports. */
const errorsOf = (input: Input) => [
  ...findInapplicable(input.type, input),
  ...findMonitorErrors({ ...input, config: createConfig(input.type, input) }),
];
const ofUrl = (change: Partial<Input>) => errorsOf({ ...URL_MONITOR, ...change });
const ofTcp = (change: Partial<Input>) => errorsOf({ ...TCP_MONITOR, ...change });
const pathsOf = (errors: { path: string }[]) => errors.map(({ path }) => path);

describe("a monitor of type url", () => {
  test.each([
    "http://localhost",
    "https://example.com:8443/a?b=c#d",
    "HTTPS://EXAMPLE.COM",
    "http://[::1]:8080/",
    "http://127.0.0.1",
    "https://bücher.example/ä",
    "https://example.com/user:password@x",
    "https://example.com/{{TOKEN}}",
  ])("%s is accepted", (url) => {
    expect(ofUrl({ url })).toEqual([]);
  });

  test.each([
    null,
    "",
    "example.com",
    "//example.com",
    "https://",
    "http://a b/",
    "http://example.com:99999",
    "https:example.com",
    "https:///example.com",
    "https:\\\\example.com",
    " https://example.com",
    "https://exa\nmple.com",
    "https://example.com/\u0000",
    "file:///etc/passwd",
    "ftp://example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://user@example.com",
    "https://user:password@example.com",
    "https://:password@example.com",
  ])("%j is refused", (url) => {
    expect(pathsOf(ofUrl({ url }))).toEqual(["url"]);
  });

  test.each(["GET", "HEAD", null] as const)("rejects a body with %s", (method) => {
    expect(pathsOf(ofUrl({ method, body: "x" }))).toEqual(["body"]);
    expect(ofUrl({ method, body: "" })).toEqual([]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)("accepts a body with %s", (method) => {
    expect(ofUrl({ method, body: "x" })).toEqual([]);
  });

  test.each(["\r", "\n", "\0", "\r\nX-Evil: 1", "\u007f", "\u001f", "\u2028", "😀"])(
    "rejects a header value with %j",
    (evil) => {
      expect(pathsOf(ofUrl({ headers: { "x-a": `v${evil}` } }))).toEqual(["headers.x-a"]);
    },
  );

  test.each(["", "a b", "a:", "a\r\n", "a\0", "é", "x\ny"])("rejects the header name %j", (name) => {
    expect(pathsOf(ofUrl({ headers: { [name]: "v" } }))).toEqual([`headers.${name}`]);
  });

  test.each([
    "Connection",
    "content-length",
    "Transfer-Encoding",
    "TE",
    "Trailer",
    "Upgrade",
    "Expect",
    "Keep-Alive",
    "Proxy-Connection",
  ])("the framing header %s is refused", (name) => {
    expect(pathsOf(ofUrl({ headers: { [name]: "v" } }))).toEqual([`headers.${name}`]);
  });

  test("accepts no header that could start a second line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, value) => {
        // zod leaves this key out of every record.
        fc.pre(name !== "__proto__");
        const isAccepted = ofUrl({ headers: { [name]: value } }).length === 0;
        if (isAccepted) expect(`${name}: ${value}`).toMatch(/^[\x21-\x7e]+: [\t\x20-\x7e\x80-\xff]*$/);
      }),
    );
  });

  test("accepts up to 50 headers of at most 8,192 characters each", () => {
    expect(ofUrl({ headers: { Authorization: "Bearer {{TOKEN}}", "X-A": "", Cookie: "a=b; c=d" } })).toEqual(
      [],
    );
    expect(pathsOf(ofUrl({ headers: { "x-a": "v".repeat(8_193) } }))).toEqual(["headers.x-a"]);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "v"]));
    expect(ofUrl({ headers: many(50) })).toEqual([]);
    expect(pathsOf(ofUrl({ headers: many(51) }))).toEqual(["headers"]);
  });

  test("rejects one header in two spellings of case, because only one can be sent", () => {
    expect(pathsOf(ofUrl({ headers: { "X-Id": "1", "x-id": "2" } }))).toEqual(["headers.x-id"]);
  });

  test("rejects fields of tcp unless they are null or empty", () => {
    expect(pathsOf(ofUrl({ host: "example.com", port: 1 }))).toEqual(["host", "port"]);
    expect(ofUrl({ host: "", port: null })).toEqual([]);
  });

  test("reports all errors at once", () => {
    const errors = ofUrl({
      url: "ftp://x",
      host: "a",
      port: 5,
      body: "x",
      headers: { te: "a", ok: "\n" },
      tags: ["a", "a"],
      locations: ["b", "b"],
    });
    expect(pathsOf(errors).sort()).toEqual(
      ["body", "headers.ok", "headers.te", "host", "locations", "port", "tags", "url"].sort(),
    );
  });
});

describe("a monitor of type tcp", () => {
  test.each([
    "localhost",
    "example.com",
    "10.0.0.1",
    "::1",
    "[::1]",
    "2001:db8::1",
    "my_host",
    "bücher.example",
  ])("host %s is accepted", (host) => {
    expect(ofTcp({ host })).toEqual([]);
  });

  test.each([
    null,
    "",
    "a b",
    "host:80",
    "a/b",
    "a?b",
    "a#b",
    "user@host",
    "a\\b",
    "a%62",
    "[::1]:80",
    "::1::2",
    "a\r\nb",
    "a\0b",
    "1.2.3.4.5",
  ])("host %j is refused", (host) => {
    expect(pathsOf(ofTcp({ host }))).toEqual(["host"]);
  });

  test("requires a port", () => {
    expect(pathsOf(ofTcp({ port: null }))).toEqual(["port"]);
  });

  test("rejects fields of url unless they are null or empty", () => {
    const errors = ofTcp({ url: "https://x", method: "GET", body: "x", headers: { a: "b" } });
    expect(pathsOf(errors)).toEqual(["url", "method", "headers", "body"]);
    expect(ofTcp({ url: "", method: null, body: "", headers: {} })).toEqual([]);
  });

  test("accepts only the assertions of its type and names each invalid one", () => {
    const assertions = ["response_time", "json_path", "status_code"].map((type) => {
      return { type, property: null, operator: "equals", value: 1 };
    });
    expect(pathsOf(ofTcp({ assertions }))).toEqual(["assertions.1.type", "assertions.2.type"]);
  });
});
