/** The services of the sample shop: what its monitors check, and the demo's own server plays. */
export type SampleService = {
  /** Key of the monitor in the document, and path on the demo's server. */
  key: string;
  name: string;
  group: "storefront" | "platform";
  tags: readonly string[];
  /** Median response time outside of busy hours. */
  medianMs: number;
  /** A slower response is degraded. */
  degradedAfterMs: number;
  /** What a response of the server contains. */
  text: string;
};

/** The database that several services use, and whose outages they share. */
export const ORDERS_DATABASE = "orders-db";

const ON_DATABASE = [ORDERS_DATABASE, "eu-west-1"];

export const SAMPLE_SERVICES: readonly SampleService[] = [
  service("home", "Home page", "storefront", { medianMs: 62, tags: ["cdn"] }),
  service("search", "Product search", "storefront", { medianMs: 118, degradedAfterMs: 500 }),
  service("checkout", "Checkout", "storefront", { medianMs: 184, tags: ON_DATABASE }),
  service("images", "Images", "storefront", { medianMs: 34, tags: ["cdn"], degradedAfterMs: 150 }),
  service("orders", "Orders API", "platform", { medianMs: 96, tags: ON_DATABASE }),
  service("accounts", "Accounts API", "platform", { medianMs: 74, tags: ON_DATABASE }),
  service("payments", "Payments gateway", "platform", { medianMs: 240, tags: ["supplier"] }),
  service("recommendations", "Recommendations", "platform", { medianMs: 155, degradedAfterMs: 700 }),
];

function service(
  key: string,
  name: string,
  group: SampleService["group"],
  more: Partial<SampleService> & { medianMs: number },
): SampleService {
  return {
    ...{ key, name, group, text: `${name} is served.` },
    ...{ degradedAfterMs: 800, ...more },
    tags: ["shop", ...(more.tags ?? [])],
  };
}
