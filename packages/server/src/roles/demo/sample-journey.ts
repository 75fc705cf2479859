import type { CodeJourney } from "@vedette/contract/code/code-targets.ts";

/** The journey of the sample shop: through the pages of the demo's own server, with a screenshot of each. */
export function sampleJourney({
  hasBrowser,
  interval,
}: {
  /** Without a browser it is paused. */
  hasBrowser: boolean;
  interval: number;
}): CodeJourney {
  const follow = (link: string) => [
    { action: "click" as const, selector: `role=link[name="${link}"]` },
    { action: "expect_visible" as const, selector: `role=heading[name="${link}"]`, screenshot: true },
  ];
  return {
    name: hasBrowser ? "Buy something" : "Buy something (paused: needs Chromium)",
    ...{ group: "storefront", tags: ["shop"], interval_seconds: interval, enabled: hasBrowser },
    steps: [
      { action: "goto", url: "{{SAMPLE_URL}}/home", screenshot: true },
      ...follow("Product search"),
      ...follow("Cart"),
      ...follow("Checkout"),
    ],
  };
}
