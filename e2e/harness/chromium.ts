import { existsSync } from "node:fs";
import process from "node:process";
import { type Browser, chromium } from "playwright-core";

/** The shell has the same engine without a user interface. It needs a quarter less CPU time for a test. */
const SHELL = "/usr/bin/chromium-headless-shell";
const BROWSERS = [
  SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Undefined if this machine has no browser: its tests are then skipped. */
export const CHROMIUM_PATH = BROWSERS.find((path) => existsSync(path));
if (!CHROMIUM_PATH)
  process.stderr.write(`The browser tests are skipped: none of ${BROWSERS.join(", ")} exists.\n`);

/** The shell denies notifications, so tests of them need the whole browser. */
export const WHOLE_CHROMIUM_PATH = BROWSERS.find((path) => path !== SHELL && existsSync(path));

/** The browser of this worker. Its files run one after the other, and a launch takes a second of CPU time. */
let ofWorker: Browser | undefined;

type BrowserOptions = {
  path?: string | undefined;
  /** For pages that compute for seconds. */
  optimizesScripts?: boolean;
};

/** Returns the worker's browser, or launches another one if an option is set. Release it with `releaseChromium`. */
export async function launchChromium({
  path = CHROMIUM_PATH,
  optimizesScripts = false,
}: BrowserOptions = {}): Promise<Browser> {
  const options = { path, optimizesScripts };
  if (path !== CHROMIUM_PATH || optimizesScripts) return launch(options);
  if (!ofWorker?.isConnected()) ofWorker = await launch(options);
  return ofWorker;
}

/** Closes the pages of a browser that `launchChromium` returned, and the browser itself unless the worker keeps it. */
export async function releaseChromium(browser: Browser | undefined): Promise<void> {
  if (browser === undefined) return;
  if (browser !== ofWorker) await browser.close();
  else await Promise.all(browser.contexts().map((context) => context.close()));
}

function launch({ path, optimizesScripts }: BrowserOptions): Promise<Browser> {
  // Chromium's sandbox does not run as root; the pages are our own. Without a GPU, its emulation only costs time. With one
  // process for a site, a page uses what the page before has compiled. A page lives for seconds, in which its optimized
  // code saves less than its compilation costs; without Maglev alone, TurboFan compiles more and costs more.
  const args = [
    ...["--disable-gpu", "--process-per-site"],
    ...(optimizesScripts ? [] : ["--js-flags=--no-maglev --no-turbofan"]),
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  return chromium.launch({ ...(path && { executablePath: path }), args });
}
