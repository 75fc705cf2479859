import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import { REFUSED_HEADER } from "../../../../platform/net/egress-proxy-forward.ts";
import { describeNetError } from "../evidence/page-log.ts";
import { isTimeout } from "../locate.ts";
import { quote, StepFailure, seconds } from "../step-failure.ts";
import type { StepScope } from "../step-scope.ts";

/**
 * Opens a URL and waits until it has loaded. A status of 400 or more fails the step, because the page is
 * expected to work; use a `request` step to test for an error status.
 */
export async function goto(step: StepOf<"goto">, scope: StepScope): Promise<undefined> {
  const url = scope.resolveUrl(scope.fill(step.url));
  const page = scope.newestPage();
  let response: Awaited<ReturnType<typeof page.goto>>;
  try {
    response = await page.goto(url, { timeout: scope.leftMs(), signal: scope.signal });
  } catch (error) {
    throw failureOf(error, url, scope) ?? error;
  }
  if (response === null) return;
  if (response.headers()[REFUSED_HEADER] !== undefined) throw blocked(response.url(), scope);
  if (response.status() < 400) return;
  throw new StepFailure(
    "NAVIGATION_FAILED",
    `${quote(response.url())} answered with status ${response.status()}`,
  );
}

function blocked(url: string, { blockReasonOf: refusalOf }: StepScope): StepFailure {
  const blockReason = refusalOf(url);
  if (blockReason === null) return new StepFailure("NAVIGATION_FAILED", `${quote(url)} could not be opened`);
  return new StepFailure(blockReason.code, `${quote(url)} could not be opened: ${blockReason.message}`);
}

function failureOf(error: unknown, url: string, scope: StepScope): StepFailure | null {
  if (!(error instanceof Error)) return null;
  if (isTimeout(error)) {
    const where = scope.newestPage().url();
    const waited = seconds(scope.timeoutMs);
    // The page responded, but did not finish loading.
    const message =
      where === "about:blank"
        ? `did not respond within ${waited}`
        : `did not finish loading within ${waited}`;
    return new StepFailure("TIMEOUT", `${quote(url)} ${message}`);
  }
  if (/Download is starting/.test(error.message)) {
    return new StepFailure("NAVIGATION_FAILED", `${quote(url)} is a download, not a page`);
  }
  const reason = /net::ERR_[A-Z0-9_]+/.exec(error.message)?.[0];
  if (reason === undefined) return null;
  // A redirect may lead to a blocked address; the browser then names it.
  const place = / at (?<url>\S+)/.exec(error.message)?.groups?.url ?? url;
  if (scope.blockReasonOf(place) !== null) return blocked(place, scope);
  return new StepFailure(
    "NAVIGATION_FAILED",
    `${quote(url)} could not be opened: ${describeNetError(reason)}`,
  );
}
