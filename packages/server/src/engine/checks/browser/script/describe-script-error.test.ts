import { describe, expect, test } from "vitest";
import { describeScriptError } from "./describe-script-error.ts";

function said(
  message: string,
  place: { line: number | null; file: string | null } = { line: null, file: null },
) {
  return describeScriptError({ message, stack: "", ...place });
}

describe("describeScriptError", () => {
  test("names the line of the script, without colors, paths and the code frame", () => {
    const message =
      "\u001b[31mError: expect(received).toBe(expected)\u001b[39m\n\nExpected: 2\nReceived: 1\n\n   8 | a\n>  9 | b\n";
    expect(said(message, { line: 9, file: "/home/vedette/journey/script.spec.ts" })).toEqual({
      code: "SCRIPT_FAILED",
      message: "Line 9: expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1",
    });
  });

  test("keeps the beginning of the call log, which says what was waited for", () => {
    const log = Array.from({ length: 30 }, (_, index) => `  - line ${index}`).join("\n");
    const { message } = said(`TimeoutError: locator.click: Timeout 500ms exceeded.\nCall log:\n${log}`);
    expect(message).toBe(`locator.click: Timeout 500ms exceeded.\n${log.split("\n").slice(0, 6).join("\n")}`);
  });

  test("a location in another file is not a line of the script", () => {
    expect(said("Error: x", { line: 3, file: "/opt/vedette/node_modules/playwright/lib/a.js" }).message).toBe(
      "x",
    );
  });

  test("a syntax error has its line", () => {
    const { message } = said(
      "SyntaxError: /home/vedette/journey/script.spec.ts: Unexpected token (2:9)\n\n  1 | a",
    );
    expect(message).toBe("Line 2: SyntaxError: script.ts: Unexpected token (2:9)");
  });

  test.each([
    [
      "Error: Cannot find module 'left-pad'\nRequire stack:",
      "SCRIPT_FAILED",
      'the module "left-pad" is not available',
    ],
    ["Error: No tests found", "SCRIPT_FAILED", "the script has no test"],
    ["Test timeout of 15000ms exceeded.", "TIMEOUT", "the script did not end within 15 s"],
    ["Error: page.click: Target crashed", "BROWSER_CRASHED", "the browser ended unexpectedly"],
  ])("%j becomes a message that says what to do", (text, code, words) => {
    expect(said(text)).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  test("limits the length", () => {
    expect(said("x".repeat(8_000)).message.length).toBe(2_000);
  });
});
