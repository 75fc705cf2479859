import type { BrowserContext, Cookie as BrowserCookie } from "playwright-core";
import { Cookie, CookieJar } from "tough-cookie";
import type { Cookies } from "../api/cookies.ts";

/**
 * Provides the cookies of a page to an API step: it sends what the page would send, and the cookies of the
 * response are set in the page. A cookie jar enforces who may set what, because the browser accepts any
 * cookie that is set this way.
 */
export async function readPageCookies(
  context: BrowserContext,
): Promise<Cookies & { giveBack(): Promise<void> }> {
  const jar = new CookieJar(undefined, { looseMode: true });
  const before = await context.cookies();
  for (const cookie of before) jar.setCookieSync(jarCookie(cookie), addressOf(cookie), { ignoreError: true });
  const respondedUrls = new Set<string>();

  return {
    headerFor(url, own) {
      const pairs = jar.getCookieStringSync(url.href);
      const all = [own, pairs].filter((text): text is string => text !== undefined && text !== "");
      return all.length === 0 ? null : all.join("; ");
    },
    take(url, { headers }) {
      for (const text of [headers["set-cookie"] ?? []].flat().slice(0, TAKEN_MAX)) {
        if (text.length <= COOKIE_LENGTH_MAX) jar.setCookieSync(text, url.href, { ignoreError: true });
        respondedUrls.add(url.href);
      }
    },
    async giveBack() {
      if (respondedUrls.size === 0) return;
      const { cookies } = await jar.serialize();
      const after = cookies.flatMap((stored) => Cookie.fromJSON(stored) ?? []);
      const remaining = new Set(after.map(({ key, domain, path }) => nameOf(key, domain ?? "", path ?? "/")));
      for (const { name, domain, path } of before) {
        if (!remaining.has(nameOf(name, domain.replace(/^\./, ""), path)))
          await context.clearCookies({ name, domain, path });
      }
      await context.addCookies(after.map(browserCookie));
    },
  };
}

/** The limit of browsers for name, value and attributes together. */
const COOKIE_LENGTH_MAX = 4_096;
/** Maximum number of cookies from one response. */
const TAKEN_MAX = 100;

function nameOf(name: string, domain: string, path: string): string {
  return JSON.stringify([name, domain, path]);
}

function addressOf({ domain, path, secure }: BrowserCookie): string {
  return `${secure ? "https" : "http"}://${domain.replace(/^\./, "")}${path}`;
}

/** A domain with a leading dot includes its subdomains. */
function jarCookie({
  name,
  value,
  domain,
  path,
  expires,
  secure,
  httpOnly,
  sameSite,
}: BrowserCookie): Cookie {
  return new Cookie({
    key: name,
    value,
    path,
    secure,
    httpOnly,
    sameSite: sameSite.toLowerCase(),
    domain: domain.startsWith(".") ? domain.slice(1) : null,
    hostOnly: !domain.startsWith("."),
    expires: expires === -1 ? "Infinity" : new Date(expires * 1_000),
  });
}

type SameSite = "Strict" | "Lax" | "None";
const SAME_SITE: Record<string, SameSite> = { strict: "Strict", none: "None" };

function browserCookie(cookie: Cookie): Parameters<BrowserContext["addCookies"]>[0][number] {
  const expires = cookie.expiryTime();
  const isForNow = expires === undefined || expires === Number.POSITIVE_INFINITY;
  return {
    name: cookie.key,
    value: cookie.value,
    domain: cookie.hostOnly ? (cookie.domain ?? "") : `.${cookie.domain ?? ""}`,
    path: cookie.path ?? "/",
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    sameSite: SAME_SITE[cookie.sameSite ?? ""] ?? "Lax",
    ...(!isForNow && { expires: expires / 1_000 }),
  };
}
