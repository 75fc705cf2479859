/** The services of the sample shop: what its monitors check, and the demo's own server plays. */
export type SampleService = {
  /** Key of the monitor in the document, and path on the demo's server. */
  key: string;
  name: string;
  group: "storefront" | "platform" | "suppliers";
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

const ON_DATABASE = [ORDERS_DATABASE];

export const SAMPLE_SERVICES: readonly SampleService[] = [
  service("home", "Home page", "storefront", { medianMs: 62, tags: ["cdn"] }),
  service("search", "Product search", "storefront", { medianMs: 118, degradedAfterMs: 500 }),
  service("cart", "Cart", "storefront", { medianMs: 88 }),
  service("checkout", "Checkout", "storefront", { medianMs: 184, tags: ON_DATABASE }),
  service("reviews", "Reviews", "storefront", { medianMs: 131 }),
  service("images", "Images", "storefront", { medianMs: 34, tags: ["cdn"], degradedAfterMs: 150 }),
  service("blog", "Blog", "storefront", { medianMs: 77, tags: ["cdn"] }),
  service("help", "Help center", "suppliers", { medianMs: 92, tags: ["supplier"] }),
  service("orders", "Orders API", "platform", { medianMs: 96, tags: ON_DATABASE }),
  service("accounts", "Accounts API", "platform", { medianMs: 74, tags: ON_DATABASE }),
  service("invoices", "Invoices", "platform", { medianMs: 142, tags: ON_DATABASE }),
  service("inventory", "Inventory API", "platform", { medianMs: 58 }),
  service("shipping", "Shipping", "suppliers", { medianMs: 167, tags: ["supplier"] }),
  service("payments", "Payments gateway", "suppliers", { medianMs: 240, tags: ["supplier"] }),
  service("newsletter", "Newsletter", "platform", { medianMs: 110 }),
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
