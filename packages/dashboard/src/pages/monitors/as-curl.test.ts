import { expect, test } from "vitest";
import { aMonitor } from "../../../test/fixtures.ts";
import { asCurl } from "./as-curl.ts";

test("a plain check is a plain command", () => {
  expect(asCurl(aMonitor())).toBe(
    "curl --location --max-redirs 10 --max-time 30 'https://shop.example/health'",
  );
});

test("method, headers, body and what is switched off go along, and a quote cannot end the text", () => {
  const monitor = aMonitor({
    method: "POST",
    headers: { "x-who": "it's" },
    body: "a' ; rm b",
    follow_redirects: false,
    verify_tls: false,
  });
  expect(asCurl(monitor)).toBe(
    `curl --request POST --header 'x-who: it'\\''s' --data-raw 'a'\\'' ; rm b' --insecure --max-time 30 'https://shop.example/health'`,
  );
});
