import { describe, expect, test } from "vitest";
import { createCookies } from "./cookies.ts";

const HERE = new URL("https://app.example.com/a/b");

function jarWith(...setCookie: string[]) {
  const cookies = createCookies();
  cookies.take(HERE, { statusCode: 200, httpVersion: "1.1", headers: { "set-cookie": setCookie } });
  return cookies;
}

describe("cookies", () => {
  test.each([
    ["host only", "a=1", "https://app.example.com/", "https://example.com/"],
    [
      "a parent domain",
      "a=1; Domain=example.com; Path=/",
      "https://other.example.com/",
      "https://example.org/",
    ],
    ["secure", "a=1; Secure; Path=/", "https://app.example.com/", "http://app.example.com/"],
    ["a path", "a=1; Path=/a", "https://app.example.com/a/c", "https://app.example.com/other"],
  ])("of %s are sent only where they belong", (_kind, text, to, notTo) => {
    const cookies = jarWith(text.includes("Path") ? text : `${text}; Path=/`);
    expect(cookies.headerFor(new URL(to), undefined)).toBe("a=1");
    expect(cookies.headerFor(new URL(notTo), undefined)).toBeNull();
  });

  test.each([
    "a=1; Domain=com",
    "a=1; Domain=other.org",
    "a=1; Max-Age=0",
    `a=${"x".repeat(5_000)}`,
    "",
    "=;",
  ])("such as %s are not stored", (text) => {
    expect(jarWith(text).headerFor(HERE, "own=1")).toBe("own=1");
  });

  test("are limited in number and in what is sent", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `c${index}=${"x".repeat(100)}`);
    expect(jarWith(...many).headerFor(HERE, undefined)?.length).toBeLessThanOrEqual(16_384);
    expect(jarWith(...many, "last=1").headerFor(HERE, undefined)).not.toContain("last");
  });

  test("of an IP address are sent only to it", () => {
    const cookies = createCookies();
    const six = new URL("http://[::1]:8080/");
    cookies.take(six, { statusCode: 200, httpVersion: "1.1", headers: { "set-cookie": "a=1" } });
    expect(cookies.headerFor(six, undefined)).toBe("a=1");
    expect(cookies.headerFor(new URL("http://127.0.0.1/"), undefined)).toBeNull();
  });
});
