import { type ApiStep, type ApiStepInput, apiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import { STEP_METHODS, stepBodyError } from "@vedette/contract/api-monitors/step-methods.ts";
import { urlError } from "@vedette/contract/common/http-rules.ts";
import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { isObject } from "./document-value.ts";
import { toHeaders } from "./draft-headers.ts";
import { encoded, toUrl } from "./draft-url.ts";
import { hideInBody } from "./hide-in-body.ts";
import { parseInnerJson } from "./parse-document.ts";
import type { ImportContext, Pair, RequestDraft } from "./request-draft.ts";

const NAME_LENGTH_MAX = 200;
const BOUNDARY = "vedette-form-boundary";

/**
 * Returns a step that `POST /api-monitors` accepts, without secrets; null, with a note, if the request cannot
 * become one.
 */
export function toStep(draft: RequestDraft, context: ImportContext): ApiStep | null {
  const { url, query, auth: userOfUrl } = toUrl(draft, context);
  const { headers, auth } = toHeaders({ ...draft, auth: draft.auth ?? userOfUrl }, context);
  const body = toBody(draft, headers, context);
  const input: ApiStepInput = {
    name: draft.name?.trim().slice(0, NAME_LENGTH_MAX) || null,
    method: draft.method as NonNullable<ApiStepInput["method"]>,
    ...escaped(
      {
        url,
        query,
        headers: body?.type === undefined ? headers : { ...headers, "Content-Type": body.type },
        body: body?.value,
        auth,
      },
      context,
    ),
    timeout: draft.timeoutSeconds,
    follow_redirects: draft.followRedirects,
    verify_tls: draft.verifyTls,
    assertions: draft.assertions,
    extract: draft.extract,
  };
  const wrongUrl = urlError(url);
  const parsed = apiStepInput.safeParse(input);
  if (parsed.success && wrongUrl === null) return parsed.data;
  if (!isStepMethod(draft.method)) {
    context.notes.add({ where: draft.where, what: `Method ${draft.method}`, why: METHOD_ERROR });
    return null;
  }
  const errors = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.map(String).slice(0, 2).join(".")} ${message}`,
  );
  const why = wrongUrl === null ? `A step cannot have it: ${errors.join("; ")}` : `Its URL ${wrongUrl}`;
  context.notes.add({ where: draft.where, what: "The request", why });
  return null;
}

const METHOD_ERROR = `A step sends ${STEP_METHODS.join(", ")}`;

function isStepMethod(method: string): boolean {
  return STEP_METHODS.some((known) => known === method);
}

/** Escapes braces that are not references in every text of a request. */
function escaped<T>(value: T, context: ImportContext): T {
  const escapeIn = (inner: unknown): unknown => {
    if (typeof inner === "string") return escapeTemplate(inner, context.isReference);
    if (Array.isArray(inner)) return inner.map(escapeIn);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, item]) => [name, escapeIn(item)]));
  };
  // Guarantee behind the cast: only texts are replaced, by texts.
  return escapeIn(value) as T;
}

type StepBody = { value: NonNullable<ApiStepInput["body"]>; type?: string };

function toBody(
  draft: RequestDraft,
  headers: Record<string, string>,
  context: ImportContext,
): StepBody | null {
  if (draft.body === null) return null;
  const error = stepBodyError(draft.method);
  if (error !== null) {
    context.notes.add({ where: draft.where, what: "The body", why: `It ${error}` });
    return null;
  }
  const body = hideInBody(draft.body, { where: draft.where, variables: context.variables });
  const typeName = Object.keys(headers).find((name) => name.toLowerCase() === "content-type");
  const given = typeName === undefined ? undefined : headers[typeName];
  const isPlainJson = given === undefined || /^application\/json\s*(;|$)/i.test(given);
  if (body.type === "json" || (body.type === "text" && isPlainJson && given !== undefined)) {
    const value = body.type === "json" ? body.value : parseExactly(body.text);
    if (value !== undefined) return { value: value as StepBody["value"] };
  }
  switch (body.type) {
    case "json":
      return { value: JSON.stringify(body.value) };
    case "text":
      return { value: body.text };
    case "form": {
      const value = body.pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&");
      return given === undefined ? { value, type: "application/x-www-form-urlencoded" } : { value };
    }
    case "multipart":
      // The boundary of the document is not used, because the body contains Vedette's own.
      if (typeName !== undefined) delete headers[typeName];
      return { value: multipartText(body.pairs), type: `multipart/form-data; boundary=${BOUNDARY}` };
  }
}

/**
 * Returns the JSON value if serializing it again gives the same numbers: 1.0 and 12345678901234567890 stay
 * texts.
 */
function parseExactly(text: string): unknown {
  const value = parseInnerJson(text);
  if (value === undefined) return undefined;
  const numbers = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.every((number) => String(Number(number)) === number) ? value : undefined;
}

function multipartText(pairs: readonly Pair[]): string {
  const parts = pairs.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, encodeURIComponent)}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
