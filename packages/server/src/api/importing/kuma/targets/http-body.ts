import { isObject } from "../../document-value.ts";
import { isSecretName, SECRET_SHAPES } from "../../secret-names.ts";
import { jsonOf, lookUp } from "../draft/row-values.ts";
import type { TargetDraft } from "./target-draft.ts";

/** The body of an HTTP request. Uptime Kuma stores JSON also for forms. */

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  xml: "text/xml; charset=utf-8",
};
const WITHOUT_BODY = new Set(["GET", "HEAD"]);
const BODY_LENGTH_MAX = 65_536;

type Request = { method: string; headers: Record<string, string> };

export function addBody(draft: TargetDraft, { method, headers }: Request): void {
  const text = draft.text("body");
  if (text.trim() === "") return;
  if (WITHOUT_BODY.has(method)) {
    draft.note(`The body is not kept: ${method} sends none.`);
    return;
  }
  const encoding = draft.text("http_body_encoding") || "json";
  const body = encode(text, encoding);
  if (body === null) {
    draft.review("The body is no valid JSON, and is not kept.");
    return;
  }
  if (body.length > BODY_LENGTH_MAX) {
    draft.review(`The body is longer than ${BODY_LENGTH_MAX} characters, and is not kept.`);
    return;
  }
  draft.fields.body = hasSecret(text) ? draft.secret("body", body) : draft.literal(body);
  const isSet = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const contentType = lookUp(CONTENT_TYPES, encoding);
  if (contentType !== undefined && !isSet) headers["Content-Type"] = contentType;
}

/** Null for a body that is not what its encoding requires. */
function encode(text: string, encoding: string): string | null {
  if (encoding === "xml") return text;
  const parsed = jsonOf(text);
  if (parsed === undefined) return null;
  if (encoding !== "form") return text;
  return isObject(parsed) ? formPairs(parsed, "").join("&") : null;
}

/** Nested values have names in brackets, as `a[b]=c`. */
function formPairs(value: Record<string, unknown>, prefix: string): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}[${key}]`;
    if (typeof inner === "object" && inner !== null)
      return formPairs(Array.isArray(inner) ? { ...inner } : (inner as Record<string, unknown>), name);
    return [new URLSearchParams([[name, inner === null ? "" : String(inner)]]).toString()];
  });
}

/** A body with a credential is stored as a secret as a whole. */
function hasSecret(text: string): boolean {
  if (text.search(SECRET_SHAPES) >= 0) return true;
  const names = text.matchAll(/["'<]?([\w-]{1,100})["']?\s{0,20}[:=>]/g);
  return [...names].some(([, name = ""]) => isSecretName(name));
}
