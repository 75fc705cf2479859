import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import { quote, StepFailure } from "./step-failure.ts";

/**
 * Resolves the URL of a step. With a base URL, for example of a preview deployment, its origin replaces the
 * origin of the journey's first URL everywhere, and relative URLs resolve against it.
 */
export type UrlResolver = { resolve(text: string, currentUrl: string): string };

export function createUrlResolver(
  steps: readonly JourneyStep[],
  { baseUrl, fill }: { baseUrl: string | null; fill: (text: string) => string },
): UrlResolver {
  let ownOrigin: string | null = null;

  function replaced(url: URL): URL {
    if (baseUrl === null) return url;
    ownOrigin ??= firstOrigin(steps, fill);
    return url.origin === ownOrigin ? new URL(url.pathname + url.search + url.hash, baseUrl) : url;
  }

  return {
    resolve(text, currentUrl) {
      if (text === "about:blank") return text;
      const from = baseUrl ?? (/^https?:/.test(currentUrl) ? currentUrl : undefined);
      const url = URL.parse(text, from);
      if (url === null) {
        throw new StepFailure(
          "INVALID_REQUEST",
          `${quote(text)} is not an absolute URL, and no page is open yet`,
        );
      }
      if (url.protocol !== "http:" && url.protocol !== "https:") {
        throw new StepFailure("INVALID_REQUEST", `${quote(text)}: only http and https URLs can be opened`);
      }
      return replaced(url).href;
    },
  };
}

/**
 * Returns the origin of the first absolute URL that a step opens; null if its variables are not known yet or
 * there is none.
 */
function firstOrigin(steps: readonly JourneyStep[], fill: (text: string) => string): string | null {
  for (const step of steps) {
    if (step.action !== "goto") continue;
    const url = URL.parse(fill(step.url));
    if (url !== null) return url.origin;
  }
  return null;
}
