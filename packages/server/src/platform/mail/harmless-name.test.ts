import { expect, test } from "vitest";
import { harmlessName } from "./harmless-name.ts";

test.each([
  ["Acme Ltd.", "Acme Ltd."],
  ["Müller & Söhne", "Müller & Söhne"],
  ["URGENT: verify at http://evil.example/a", "URGENT: verify at evil\u2024example/a"],
  ["www.evil.example", "www\u2024evil\u2024example"],
  ["javascript://evil.example", "evil\u2024example"],
  ["write to eve@evil.example", "write to eve at evil\u2024example"],
  ["two\r\nBcc: eve@evil.example", "two Bcc: eve at evil\u2024example"],
  ["hidden\u202Eelpmaxe.live", "hidden elpmaxe\u2024live"],
  ["x".repeat(200), `${"x".repeat(59)}…`],
])("%j is written as %j", (name, harmless) => {
  expect(harmlessName(name)).toBe(harmless);
});
