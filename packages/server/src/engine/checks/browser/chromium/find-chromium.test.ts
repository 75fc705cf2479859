import { describe, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";

describe("findChromium", () => {
  test("uses the configured path", async () => {
    expect(await findChromium(process.execPath)).toEqual({ path: process.execPath });
  });

  test("explains an invalid path and does not search further", async () => {
    expect(await findChromium("/nowhere/chromium")).toEqual({
      path: null,
      message: expect.stringMatching(
        /^VEDETTE_CHROMIUM is \/nowhere\/chromium, which is not an executable\. Install it/,
      ),
    });
  });
});
