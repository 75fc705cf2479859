import { constants } from "node:fs";
import { access } from "node:fs/promises";

/** Where systems put a browser that speaks Chromium's protocol, in the order of trust in it. */
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

/** `message` says what is missing and how to mend it. */
export type FoundChromium = { path: string } | { path: null; message: string };

/**
 * The browser that journeys run in: what the operator set (VEDETTE_CHROMIUM) and nothing else where he did,
 * then Playwright's own, then the system's.
 */
export async function findChromium(configured: string | null): Promise<FoundChromium> {
  if (configured !== null) {
    if (await isExecutable(configured)) return { path: configured };
    return { path: null, message: `VEDETTE_CHROMIUM is ${configured}, which is no program. ${REMEDY}` };
  }
  for (const path of [await playwrightPath(), ...SYSTEM_PATHS]) {
    if (path !== null && (await isExecutable(path))) return { path };
  }
  return { path: null, message: `No Chromium was found for journeys. ${REMEDY}` };
}

/** Where Playwright would have installed it; null on a system for which it has none. */
async function playwrightPath(): Promise<string | null> {
  const { chromium } = await import("playwright-core");
  try {
    return chromium.executablePath() || null;
  } catch {
    // Its way to say that there is none for this system.
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
