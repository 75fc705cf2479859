import { randomBytes } from "node:crypto";
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import type { Egress } from "../../net/egress.ts";
import { type EgressProxy, startEgressProxy } from "../../net/egress-proxy.ts";
import type { LentContext, WarmBrowser } from "./warm-browser.ts";

/**
 * A context whose every byte goes through an egress proxy of its own: what the policy refuses, a page does
 * not reach, and what was refused is known by run.
 */
export type ProxiedContext = {
  lent: LentContext;
  proxy: EgressProxy;
  /** The proxy's password, which must not be shown: headers of requests may carry it. */
  token: string;
  /** Shows the password to the proxy when it first asks; before the page's first request. */
  introduce(page: Page): Promise<void>;
  /** Repeatable, bounded. */
  end(): Promise<void>;
};

export async function openProxiedContext(
  { browser, egress }: { browser: WarmBrowser; egress: Egress },
  options: BrowserContextOptions,
): Promise<ProxiedContext> {
  const token = randomBytes(24).toString("base64url");
  const proxy = await startEgressProxy({ egress, listen: { port: 0, token } });
  if (!("port" in proxy.address)) throw new Error("the proxy was to listen on a port");
  const server = `http://127.0.0.1:${proxy.address.port}`;
  try {
    const lent = await browser.lend({ ...options, proxy: { server, bypass: "<-loopback>" } });
    return {
      lent,
      proxy,
      token,
      introduce: (page) => introduce(lent.context, page, token),
      async end() {
        await Promise.all([lent.giveBack(), proxy.close()]);
      },
    };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

/**
 * Playwright would do this by halting every request of the run and switching the browser's cache off. One
 * answer is enough: the context remembers it for all of its pages and workers.
 */
async function introduce(context: BrowserContext, page: Page, token: string): Promise<void> {
  const session = await context.newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    sendOrGone(session.send("Fetch.continueRequest", { requestId }));
  });
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === "Proxy";
    const credentials = { username: "vedette", password: token };
    const answer = isOurs
      ? { response: "ProvideCredentials" as const, ...credentials }
      : { response: "Default" as const };
    sendOrGone(session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: answer }));
    if (isOurs) sendOrGone(leave(session));
  });
  await session.send("Fetch.enable", { handleAuthRequests: true, patterns: [{ urlPattern: "*" }] });
}

async function leave(session: CDPSession): Promise<void> {
  await session.send("Fetch.disable");
  await session.detach();
}

/** The page may have gone meanwhile, and its requests with it. */
function sendOrGone(sent: Promise<unknown>): void {
  sent.catch(() => null);
}
