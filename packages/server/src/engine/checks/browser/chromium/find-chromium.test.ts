import { describe, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";

describe("findChromium", () => {
  test("takes what the operator set", async () => {
    expect(await findChromium(process.execPath)).toEqual({ path: process.execPath });
  });

  test("says what to do where that is no program, and looks no further", async () => {
    expect(await findChromium("/nowhere/chromium")).toEqual({
      path: null,
      message: expect.stringMatching(
        /^VEDETTE_CHROMIUM is \/nowhere\/chromium, which is no program\. Install it/,
      ),
    });
  });
});
