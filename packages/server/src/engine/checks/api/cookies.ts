import { Cookie, CookieJar } from "tough-cookie";
import type { ResponseHead } from "../http/exchange.ts";

/**
 * The cookies of one attempt, by the rules of RFC 6265: which server may set which cookie, and which one
 * receives it.
 */
export type Cookies = {
  take(url: URL, head: ResponseHead): void;
  /**
   * Returns the `Cookie` header for a URL, or null for none. `own` is the step's own header, which comes
   * first.
   */
  headerFor(url: URL, own: string | undefined): string | null;
};

/** The limit of browsers for name, value and attributes together. */
const COOKIE_LENGTH_MAX = 4_096;
/** For all steps together: bounds how many cookies servers can make us store. */
const TAKEN_MAX = 1_000;
/** Cookies beyond it are not sent; servers reject longer headers in any case. */
const HEADER_LENGTH_MAX = 16_384;

export function createCookies(): Cookies {
  let jar: CookieJar | null = null;
  let taken = 0;
  return {
    take(url, { headers }) {
      const headerPairs = headers["set-cookie"];
      if (headerPairs === undefined) return;
      jar ??= new CookieJar(undefined, { looseMode: true });
      for (const text of Array.isArray(headerPairs) ? headerPairs : [headerPairs]) {
        if (text.length > COOKIE_LENGTH_MAX || taken >= TAKEN_MAX) continue;
        taken += 1;
        // A cookie that the server may not set is ignored, as in browsers.
        jar.setCookieSync(text, url.href, { ignoreError: true });
      }
    },
    headerFor(url, own) {
      if (jar === null) return own ?? null;
      const pairs = own === undefined ? [] : [own];
      const ownNames = namesIn(own);
      let length = own?.length ?? 0;
      for (const cookie of jar.getCookiesSync(url.href)) {
        const pair = cookie.cookieString();
        if (pair === "") continue;
        length += pair.length + 2;
        if (!ownNames.has(cookie.key) && length <= HEADER_LENGTH_MAX) pairs.push(pair);
      }
      return pairs.length === 0 ? null : pairs.join("; ");
    },
  };
}

function namesIn(header: string | undefined): ReadonlySet<string> {
  const pairs = header?.split(";") ?? [];
  return new Set(pairs.map((pair) => Cookie.parse(pair, { loose: true })?.key ?? ""));
}
