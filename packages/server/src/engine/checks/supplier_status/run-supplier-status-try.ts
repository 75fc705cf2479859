import { type CheckError, isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { maskerOf } from "../../../platform/masking/mask.ts";
import { assertionError } from "../assertion-error.ts";
import { evaluateAssertions } from "../assertions/evaluate.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { bodyText, decodeBody } from "../http/decode-body.ts";
import { factsOf, headerText, statusError } from "../http/evaluate-response.ts";
import { type FetchedResponse, type Visit, visitUrl } from "../http/visit-url.ts";
import { keptFacts } from "../kept-facts.ts";
import { untilStopped } from "../until-stopped.ts";
import { judgeSupplier, type SupplierVerdict } from "./judge-supplier.ts";
import { readSummary } from "./read-summary.ts";
import type { PageProblem, SupplierPage } from "./supplier-page.ts";

type SupplierSpec = CheckSpecOf<"supplier_status">;

/** Gets the status page, and reports what it says. A page that cannot be read says nothing about the supplier. */
export function runSupplierStatusTry(spec: SupplierSpec, ctx: CheckContext): Promise<CheckTry> {
  return untilStopped(ctx.signal, ({ resolve, reject }) =>
    visitUrl(visitOf(spec), ctx, {
      bodyUse: "text",
      onResponse: (response) => resolve(evaluate(spec, response, ctx)),
      onInternalError: reject,
    }),
  );
}

const ACCEPT = "application/json, application/atom+xml, application/rss+xml, application/xml;q=0.9";

function visitOf({ url, headers, secretHeaders, verifyTls, timeoutMs, ipFamily }: SupplierSpec): Visit {
  return {
    ...{ url, verifyTls, timeoutMs, method: "GET", body: null, followRedirects: true },
    headers: { Accept: ACCEPT, ...headers },
    ...(secretHeaders && { secretHeaders }),
    ...(ipFamily && { ipFamily }),
  };
}

async function evaluate(spec: SupplierSpec, response: FetchedResponse, ctx: CheckContext): Promise<CheckTry> {
  const read = await readPage(response);
  const tried = triedOf(response);
  if ("code" in read) return { ...tried, error: withoutVerdict(read) };
  const { text, head } = read;
  const page = await pageOf(text, ctx.clock.now());
  const verdict = "problem" in page ? page : judgeSupplier(page, spec.component);
  if ("problem" in verdict) return { ...tried, error: pageError(`the status page ${verdict.problem}`) };
  const facts = { ...factsOf(response, head, ctx.clock), values: verdict.values };
  const hide = maskerOf(spec.mask);
  const evaluation = evaluateAssertions(spec.assertions, facts, { clock: ctx.clock, hide });
  const judged = expectsStatus(spec) ? null : verdict;
  const found: CheckTry = {
    ...tried,
    assertions: evaluation.outcomes,
    error: judged?.error ?? assertionError(evaluation),
    ...(judged?.severity === "degraded" && { isDegraded: true }),
  };
  return { ...found, ...kept(spec, found, { verdict, text }) };
}

async function pageOf(text: string, nowMs: number): Promise<SupplierPage | PageProblem> {
  if (!text.trimStart().startsWith("<")) return readSummary(text);
  // Loaded with the first feed: most runners never need the parser.
  const { readFeed } = await import("./read-feed.ts");
  return readFeed(text, nowMs);
}

/** A degraded status is kept like a failure: its incidents are what one wants to see. */
function kept(
  spec: SupplierSpec,
  found: CheckTry,
  { verdict, text }: { verdict: SupplierVerdict; text: string },
) {
  const isWanted = spec.keepBody === "on_failure" && found.isDegraded;
  const { mask, invert, keepBody } = spec;
  const wanted = {
    ...{ timeoutMs: spec.timeoutMs, assertions: spec.assertions },
    ...(mask && { mask }),
    ...(invert && { invert }),
    ...(keepBody && { keepBody: isWanted ? ("always" as const) : keepBody }),
  };
  return keptFacts(wanted, found, { values: verdict.values, text });
}

/** An assertion about the status replaces the default. */
function expectsStatus({ assertions }: SupplierSpec): boolean {
  return assertions.some(({ type }) => type === "supplier_status");
}

async function readPage({
  error,
  head,
  body,
}: FetchedResponse): Promise<{ text: string; head: NonNullable<FetchedResponse["head"]> } | CheckError> {
  if (error !== null) return error;
  if (head === null || body === null) return pageError("the status page did not answer");
  const wrongStatus = statusError(head.statusCode, SUCCESS);
  if (wrongStatus !== null) return wrongStatus;
  const decoded = await decodeBody(body.kept(), headerText(head.headers["content-encoding"]));
  if ("code" in decoded) return decoded;
  return { text: bodyText(decoded, headerText(head.headers["content-type"])), head };
}

const SUCCESS = [[200, 299]] as const;

function triedOf({ ip, tls, timings, responseUs, head, body }: FetchedResponse): CheckTry {
  return {
    ...{ ip, tls, timings, responseUs },
    statusCode: head?.statusCode ?? null,
    bodyBytes: body?.wireBytes ?? null,
    assertions: [],
    error: null,
  };
}

function withoutVerdict(error: CheckError): CheckError {
  if (isNotJudged(error.code)) return error;
  return { ...pageError(`the status page was not read: ${error.message}`), phase: error.phase };
}

function pageError(message: string): CheckError {
  return { code: "STATUS_PAGE_FAILED", message, phase: "assertion" };
}
