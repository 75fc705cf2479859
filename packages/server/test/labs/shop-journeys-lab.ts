import { afterAll, beforeAll, beforeEach } from "vitest";
import { type HarnessOptions, type JourneyHarness, startJourneyHarness } from "../journey-harness.ts";
import { startWebShop, type WebShop } from "../servers/web-shop.ts";

/** Registers the hooks of tests that run journeys through a shop: one shop and one browser pool for all of them. */
export function shopJourneysLab(options: HarnessOptions = {}) {
  let shop: WebShop;
  let harness: JourneyHarness;
  beforeAll(async () => {
    shop = await startWebShop();
    harness = await startJourneyHarness(options);
  });
  afterAll(async () => {
    await harness.close();
    await shop.close();
  });
  beforeEach(() => shop.repair());
  return {
    get shop() {
      return shop;
    },
    get harness() {
      return harness;
    },
    /** The step that opens a page of the shop. */
    open: (path: string) => ({ action: "goto" as const, url: shop.url + path }),
  };
}
