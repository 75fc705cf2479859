import {
  DNS_ASSERTION_TYPES,
  PING_ASSERTION_TYPES,
  TLS_ASSERTION_TYPES,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import type { CheckFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import type { CaseFile, VerdictRule } from "./case-file.ts";
import { changedHeaders } from "./changed-headers.ts";
import { locationScope, onlyFromText } from "./wording.ts";

/** The connections work, so that only the error of the check says what failed. */
export const checkErrorRule: VerdictRule = (file) => {
  const view = file.bad.find(({ facts }) => facts.check?.error != null);
  const check = view?.facts.check;
  if (view === undefined || check?.error == null) return null;
  const cause = causeIn(file, check.error, check);
  if (cause === null) return null;
  const what = sentence(check.error.message);
  const second = cause.layer === "content" ? changesText(file, check) : "";
  const isAgreed = file.bad.every(({ facts }) => {
    const other = facts.check;
    return other?.error == null || causeIn(file, other.error, other)?.layer === cause.layer;
  });
  return {
    layer: cause.layer,
    scope: locationScope(file),
    certainty: isAgreed ? cause.certainty : "likely",
    summary: `${what}${onlyFromText(file) || second}`,
  };
};

const ABOUT_DNS: Cause = { layer: "dns", certainty: "certain" };

/** A check of DNS has an answer, and it is not what the check expects. */
function isAboutDns({ facts }: CaseFile, { phase }: ErrorFacts): boolean {
  return facts.target.kind === "dns" && phase === "assertion";
}

type Cause = Pick<Verdict, "layer" | "certainty">;
type ErrorFacts = NonNullable<CheckFacts["error"]>;

const BY_CODE: Partial<Record<CheckErrorCode, Cause>> = {
  DNS_FAILED: { layer: "dns", certainty: "likely" },
  RECORDS_CHANGED: { layer: "dns", certainty: "certain" },
  CONNECT_REFUSED: { layer: "tcp", certainty: "likely" },
  CONNECT_TIMEOUT: { layer: "network", certainty: "likely" },
  TLS_INVALID: { layer: "tls", certainty: "likely" },
  TOO_MANY_REDIRECTS: { layer: "http", certainty: "certain" },
  BODY_TOO_LARGE: { layer: "content", certainty: "certain" },
  LOGIN_FAILED: { layer: "content", certainty: "certain" },
  SERVICE_ERROR: { layer: "content", certainty: "certain" },
  PORT_OPEN: { layer: "tcp", certainty: "certain" },
  SUPPLIER_DOWN: { layer: "content", certainty: "certain" },
  PROTOCOL_ERROR: { layer: "http", certainty: "likely" },
};

const BY_PHASE: Partial<Record<ErrorFacts["phase"], Cause>> = {
  dns: { layer: "dns", certainty: "likely" },
  connect: { layer: "network", certainty: "likely" },
  tls: { layer: "tls", certainty: "likely" },
  request: { layer: "http", certainty: "likely" },
  headers: { layer: "http", certainty: "likely" },
  body: { layer: "http", certainty: "likely" },
};

const HTTP_ASSERTIONS: ReadonlySet<string> = new Set([
  "status_code",
  "response_time",
  "http_version",
  "redirect_url",
]);
const TLS_ASSERTIONS: ReadonlySet<string> = new Set(["ssl_expiry", ...TLS_ASSERTION_TYPES]);
const DNS_ASSERTIONS: ReadonlySet<string> = new Set(["ip", ...DNS_ASSERTION_TYPES]);
const NETWORK_ASSERTIONS: ReadonlySet<string> = new Set(PING_ASSERTION_TYPES);

function causeIn(file: CaseFile, error: ErrorFacts, check: CheckFacts): Cause | null {
  if (isAboutDns(file, error)) return ABOUT_DNS;
  const { code, phase } = error;
  if (code === "ASSERTION_FAILED") {
    const cause = assertionCause(check, file.facts.last_good?.status_code ?? null);
    // A captive portal would redirect as well, and only another location shows the difference.
    return isRedirect(check) && file.views.length === 1 ? { ...cause, certainty: "likely" } : cause;
  }
  return BY_CODE[code] ?? BY_PHASE[phase] ?? null;
}

function isRedirect({ response }: CheckFacts): boolean {
  return response?.headers.location !== undefined;
}

const STATUS_BAD_FROM = 400;

function assertionCause({ failed_assertion: type, response }: CheckFacts, usual: number | null): Cause {
  const status = response?.status_code ?? null;
  const isErrorStatus = status !== null && status >= STATUS_BAD_FROM && status !== usual;
  if (isErrorStatus || (type === null && response !== null)) return { layer: "http", certainty: "certain" };
  if (type === null) return { layer: "content", certainty: "likely" };
  if (HTTP_ASSERTIONS.has(type)) return { layer: "http", certainty: "certain" };
  if (TLS_ASSERTIONS.has(type)) return { layer: "tls", certainty: "certain" };
  if (DNS_ASSERTIONS.has(type)) return { layer: "dns", certainty: "certain" };
  if (NETWORK_ASSERTIONS.has(type)) return { layer: "network", certainty: "certain" };
  return { layer: "content", certainty: "certain" };
}

/** What differs from the last good response. */
function changesText({ facts }: CaseFile, check: CheckFacts): string {
  const bad = check.response ?? facts.first_bad;
  if (facts.last_good === null || bad === null) return "";
  const [first] = changedHeaders(facts.last_good.headers, bad.headers);
  if (first !== undefined) return `\nSince the last good response: ${first}.`;
  const isSame = facts.last_good.body_sha256 === bad.body_sha256;
  return isSame ? "" : "\nThe body is another than in the last good response.";
}

function sentence(message: string): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return text.endsWith(".") ? text : `${text}.`;
}
