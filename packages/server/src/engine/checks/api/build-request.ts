import { patternError } from "@vedette/contract/assertions/assertion-syntax.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { authErrors, type HttpAuth, keyVariable } from "@vedette/contract/checks/http-auth.ts";
import { headerErrors, urlError } from "@vedette/contract/common/http-rules.ts";
import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { BUILT_IN_NAMES, fillTemplate, mayHaveTemplate } from "@vedette/contract/variables/template.ts";
import { headersReferencing } from "@vedette/contract/variables/templated-texts.ts";
import type { AuthVisit } from "../http/visit-with-auth.ts";
import type { RunValues } from "./run-values.ts";

/** What a step sends and expects, with all variables resolved. */
export type BuiltStep = { visit: Omit<AuthVisit, "timeoutMs">; assertions: readonly Assertion[] };

/** Why the request cannot be built. */
export type BuildError = { code: "UNKNOWN_VARIABLE" | "INVALID_REQUEST"; message: string };

/** Maximum lengths with variables resolved, the same as without variables. */
const URL_LENGTH_MAX = 8_192;
/** A UTF-16 character takes up to three bytes, each percent-encoded as three characters. */
const ENCODED_LENGTH_MAX = 9;
const FIELD_LENGTH_MAX = 8_192;
const PEM_LENGTH_MAX = 65_536;
const BODY_LENGTH_MAX = 262_144;
const EXPECTED_LENGTH_MAX = 10_000;

/**
 * Resolves the variables of a step. Pure except for built-in values. Returns the first error instead of a
 * request.
 */
export function buildStep(step: ApiStepSpec, values: RunValues): BuiltStep | BuildError {
  const filler = createFiller(values);
  const url = fullUrl(step, filler);
  const { headers, secretHeaders } = headersOf(step, values, filler);
  const auth = authOf(step.auth, values, filler);
  const body = bodyOf(step.body, filler);
  const assertions = step.assertions.map((assertion, index) => filledAssertion(assertion, index, filler));
  filler.refuse(sendingError({ url, headers, auth }));
  return (
    filler.error() ?? {
      visit: {
        url,
        method: step.method,
        headers,
        ...(secretHeaders.length > 0 && { secretHeaders }),
        body,
        followRedirects: step.followRedirects,
        verifyTls: step.verifyTls,
        ...(auth && { auth }),
      },
      assertions,
    }
  );
}

/** Fills texts and keeps the first error, so that fields are independent of each other. */
type Filler = {
  fill(field: string, text: string, lengthMax: number): string;
  refuse(message: string | null): void;
  error(): BuildError | null;
};

function createFiller(values: RunValues): Filler {
  let error: BuildError | null = null;
  const refuse = (message: string | null) => {
    if (message !== null) error ??= { code: "INVALID_REQUEST", message: `cannot be sent: ${message}` };
  };
  return {
    fill(field, text, lengthMax) {
      const filled = fillTemplate(text, values.lookUp, lengthMax);
      if ("text" in filled) return filled.text;
      if ("unknownName" in filled) error ??= unknownVariable(field, filled.unknownName);
      else refuse(`${field} must be at most ${lengthMax} characters after its variables are resolved`);
      return "";
    },
    refuse,
    error: () => error,
  };
}

function unknownVariable(field: string, name: string): BuildError {
  const why = name.startsWith("$")
    ? `built-in variables are ${BUILT_IN_NAMES.join(", ")}`
    : "no earlier step extracted it, and no variable has that name";
  return { code: "UNKNOWN_VARIABLE", message: `{{${name}}} in ${field} is not known: ${why}` };
}

/** Appends the query to that of the URL; the URL itself stays as written. */
function fullUrl({ url, query }: ApiStepSpec, filler: Filler): string {
  const filled = filler.fill("url", url, URL_LENGTH_MAX);
  const names = Object.keys(query);
  if (names.length === 0) return filled;
  const added = new URLSearchParams(
    names.map((name): [string, string] => [
      name,
      filler.fill(`query.${name}`, query[name] ?? "", FIELD_LENGTH_MAX),
    ]),
  );
  const [address = "", fragment] = filled.split(/#(.*)/s, 2);
  const separator = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return `${address}${separator}${added}${fragment === undefined ? "" : `#${fragment}`}`;
}

function headersOf(step: ApiStepSpec, values: RunValues, filler: Filler) {
  const replacesHeader = step.auth !== null && step.auth.type !== "mtls";
  const fields: [name: string, value: string][] = [];
  let hasType = false;
  for (const [name, text] of Object.entries(step.headers)) {
    const lower = name.toLowerCase();
    if (replacesHeader && lower === "authorization") continue;
    hasType ||= lower === "content-type";
    fields.push([name, filler.fill(`headers.${name}`, text, FIELD_LENGTH_MAX)]);
  }
  if (isJson(step.body) && !hasType) fields.push(["Content-Type", "application/json"]);
  const headers: Record<string, string> = Object.fromEntries(fields);
  return { headers, secretHeaders: headersReferencing(step.headers, values.guardedNames) };
}

/** Fills the texts of `auth`. A private key must come from a secret. */
function authOf(auth: HttpAuth | null, values: RunValues, filler: Filler): HttpAuth | null {
  if (auth === null) return null;
  const key = keyVariable(auth);
  if (key !== null && !values.guardedNames.has(key) && values.lookUp(key) !== undefined)
    filler.refuse(`auth.key must reference a secret variable; '${key}' is not one`);
  const filled = Object.entries(auth).map(([name, value]) => {
    const lengthMax = name === "certificate" || name === "key" ? PEM_LENGTH_MAX : FIELD_LENGTH_MAX;
    return [name, typeof value === "string" ? filler.fill(`auth.${name}`, value, lengthMax) : value];
  });
  return Object.fromEntries(filled);
}

function isJson(body: unknown): boolean {
  return body !== null && body !== undefined && typeof body !== "string";
}

function bodyOf(body: unknown, filler: Filler): string | null {
  if (typeof body === "string") return filler.fill("body", body, BODY_LENGTH_MAX);
  if (!isJson(body)) return null;
  const text = JSON.stringify(body);
  if (!mayHaveTemplate(text)) return text;
  // Values are inserted before the JSON is serialized, which escapes them. All share one limit.
  let lengthLeft = BODY_LENGTH_MAX;
  return JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== "string") return value;
    const filled = filler.fill("body", value, lengthLeft);
    lengthLeft -= filled.length;
    return filled;
  });
}

function filledAssertion(assertion: Assertion, index: number, filler: Filler): Assertion {
  const field = `assertions.${index}.value`;
  const fill = <T>(each: T) =>
    typeof each === "string" && mayHaveTemplate(each) ? filler.fill(field, each, EXPECTED_LENGTH_MAX) : each;
  if (Array.isArray(assertion.value)) return { ...assertion, value: assertion.value.map(fill) };
  if (typeof assertion.value !== "string" || !mayHaveTemplate(assertion.value)) return assertion;
  const value = filler.fill(field, assertion.value, EXPECTED_LENGTH_MAX);
  const wrong = assertion.operator === "matches" ? patternError(value) : null;
  if (wrong !== null) filler.refuse(`${field} ${wrong}`);
  return { ...assertion, value };
}

type Sent = { url: string; headers: Record<string, string>; auth: HttpAuth | null };

function sendingError({ url, headers, auth }: Sent): string | null {
  // Remaining braces are literal text, but the rule would skip its validation for them.
  const wrong = urlError(url.replaceAll("{{", ""));
  if (wrong !== null) return `url ${wrong}`;
  if (url.length * ENCODED_LENGTH_MAX > URL_LENGTH_MAX || mayHaveTemplate(url)) {
    const href = URL.parse(url)?.href;
    if (href === undefined) return "url is not valid";
    if (href.length > URL_LENGTH_MAX)
      return `url must be at most ${URL_LENGTH_MAX} characters, query included`;
  }
  const [first] = [...headerErrors(headers), ...authErrors({ url, headers, auth })];
  return first === undefined ? null : `${first.path} ${first.message}`;
}
