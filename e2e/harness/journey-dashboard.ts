import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startWebShop, type WebShop } from "../../packages/server/test/servers/web-shop.ts";
import { launchChromium, releaseChromium } from "./chromium.ts";
import { signUpOwner } from "./dashboard.ts";
import type { Lab } from "./lab.ts";
import type { Vedette } from "./vedette.ts";

/** A shop to monitor, the real process with an owner, and a browser for its dashboard. */
export type JourneyDashboard = { vedette: Vedette; shop: WebShop; browser: Browser; end(): Promise<void> };

export async function startJourneyDashboard(lab: Lab): Promise<JourneyDashboard> {
  const temporary = await mkdtemp(join(tmpdir(), "ve-"));
  // As root, scripts run as other users, who must be able to enter the folder.
  await chmod(temporary, 0o711);
  const shop = await startWebShop();
  const vedette = await lab.start({ dataDir: await lab.newDataDir(), env: { TMPDIR: temporary } });
  await signUpOwner(vedette);
  const browser = await launchChromium();
  return {
    ...{ vedette, shop, browser },
    async end() {
      await releaseChromium(browser);
      await shop.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
