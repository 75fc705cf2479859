import { constants } from "node:fs";
import { access } from "node:fs/promises";

/** Where systems install a browser with Chromium's protocol, in order of preference. */
const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const REMEDY =
  "Install it with `npx playwright-core install chromium` or the system's packages (`apt install chromium`), or set VEDETTE_CHROMIUM to its path.";

/** `message` says what is missing and how to fix it. */
export type FoundChromium = { path: string } | { path: null; message: string };

/**
 * Finds the browser for journeys: only the configured path if there is one (VEDETTE_CHROMIUM), otherwise
 * Playwright's own, then the system's.
 */
export async function findChromium(configured: string | null): Promise<FoundChromium> {
  if (configured !== null) {
    if (await isExecutable(configured)) return { path: configured };
    return {
      path: null,
      message: `VEDETTE_CHROMIUM is ${configured}, which is not an executable. ${REMEDY}`,
    };
  }
  for (const path of [await playwrightPath(), ...SYSTEM_PATHS]) {
    if (path !== null && (await isExecutable(path))) return { path };
  }
  return { path: null, message: `No Chromium was found for journeys. ${REMEDY}` };
}

/**
 * Says what is missing and how to fix it; null if a browser is there. Loads Playwright only if the system has none, because
 * that takes memory.
 */
export async function missingChromiumText(configured: string | null): Promise<string | null> {
  if (configured === null) {
    for (const path of SYSTEM_PATHS) if (await isExecutable(path)) return null;
  }
  const found = await findChromium(configured);
  return found.path === null ? found.message : null;
}

/** Returns where Playwright would have installed it; null on an unsupported system. */
async function playwrightPath(): Promise<string | null> {
  const { chromium } = await import("playwright-core");
  try {
    return chromium.executablePath() || null;
  } catch {
    // Playwright throws on an unsupported system.
    return null;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
