import { existsSync } from "node:fs";

const SHELL = "/usr/lib/chromium/chromium-headless-shell";

/**
 * The path of Chromium's headless shell, or null if this machine has none: then tests use the browser that the product
 * finds. The shell has the same engine without a user interface. A run of a journey takes a third of the CPU time in it
 * [measured: journey-flow.test.ts, 13 s instead of 44 s]. Tests of the product's own start keep the product's browser.
 */
export const TEST_CHROMIUM: string | null = existsSync(SHELL) ? SHELL : null;
