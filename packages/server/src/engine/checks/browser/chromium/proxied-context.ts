import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import type { Egress } from "../../../../platform/net/egress.ts";
import type { EgressProxy } from "../../../../platform/net/egress-proxy.ts";
import type { BrowserPool } from "./browser-pool.ts";
import type { LeasedContext } from "./warm-browser.ts";

/**
 * A browser context whose entire traffic uses its own egress proxy: a page cannot reach blocked destinations,
 * and each run has its own list of them.
 */
export type ProxiedContext = {
  lease: LeasedContext;
  proxy: EgressProxy;
  /**
   * The proxy's password, which must not be shown: headers of requests may contain it. Null if it has none.
   */
  token: string | null;
  /** Answers the proxy's first authentication challenge, before the page's first request. */
  authenticate(page: Page): Promise<void>;
  /** Repeatable, bounded. */
  end(): Promise<void>;
};

type Owner = { browsers: BrowserPool; egress: Egress; orgId: string };

export async function openProxiedContext(
  { browsers, egress, orgId }: Owner,
  options: BrowserContextOptions,
): Promise<ProxiedContext> {
  const lease = await browsers.lease(orgId, options, egress);
  const { egress: wayOut } = lease;
  if (wayOut === null) throw new Error("the context needs an egress");
  const { proxy, token } = wayOut;
  return {
    lease: lease,
    proxy,
    token,
    authenticate: async (page) => {
      if (token !== null) await authenticate(lease.context, page, token);
    },
    end: lease.release,
  };
}

/**
 * Playwright would intercept every request of the run and disable the browser's cache for this. One answer is
 * enough: the context caches it for all of its pages and workers.
 */
async function authenticate(context: BrowserContext, page: Page, token: string): Promise<void> {
  const session = await context.newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    ignoreClosedPage(session.send("Fetch.continueRequest", { requestId }));
  });
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === "Proxy";
    const credentials = { username: "vedette", password: token };
    const response = isOurs
      ? { response: "ProvideCredentials" as const, ...credentials }
      : { response: "Default" as const };
    ignoreClosedPage(session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: response }));
    if (isOurs) ignoreClosedPage(leave(session));
  });
  await session.send("Fetch.enable", { handleAuthRequests: true, patterns: [{ urlPattern: "*" }] });
}

async function leave(session: CDPSession): Promise<void> {
  await session.send("Fetch.disable");
  await session.detach();
}

/** The page and its requests may already be gone. */
function ignoreClosedPage(sent: Promise<unknown>): void {
  sent.catch(() => null);
}
