import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { separateUser } from "../../building/url-credentials.ts";
import { isObject, listOf } from "../../document-value.ts";
import { isSecretName, SECRET_SHAPES } from "../../secret-names.ts";
import { columnText, jsonOf } from "../draft/row-values.ts";
import { addBody } from "./http-body.ts";
import { addAuth, addProxy } from "./http-connection.ts";
import { jsonAssertion } from "./json-query.ts";
import type { TargetDraft } from "./target-draft.ts";

/** HTTP monitors, with a keyword or a JSON query. */

const REDIRECTS_MAX = 20;
const STATUSES_MAX = 20;

export function mapHttp(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "url";
  const { url, user: userInfo } = separateUser(draft.text("url").trim());
  fields.url = escapeTemplate(url);
  const method = draft.text("method").toUpperCase() || "GET";
  if (method !== "GET") fields.method = method;
  const headers = readHeaders(draft);
  addBody(draft, { method, headers });
  addAuth(draft, { headers, userInfo });
  if (Object.keys(headers).length > 0) fields.headers = headers;
  addStatuses(draft);
  addRedirects(draft);
  addProxy(draft);
  if (draft.flag("ignore_tls")) fields.verify_tls = false;
  if (draft.flag("cache_bust")) fields.cache_bust = true;
  addKeptBody(draft);
  addContent(draft);
  if (draft.flag("retry_only_on_status_code_failure"))
    draft.note("The field 'retry only on status code failure' has no counterpart.");
}

/** Values of headers whose name or shape is that of a credential become secrets. */
function readHeaders(draft: TargetDraft): Record<string, string> {
  const text = draft.text("headers");
  const parsed = jsonOf(text);
  if (!isObject(parsed)) {
    if (text.trim() !== "") draft.review("The headers are no JSON object, and are not kept.");
    return {};
  }
  const entries = Object.entries(parsed).map(([name, value]) => {
    const plain = typeof value === "string" ? value : JSON.stringify(value);
    return [name, isSecretHeader(name, plain) ? draft.secret(`header_${name}`, plain) : draft.literal(plain)];
  });
  return Object.fromEntries(entries);
}

export function isSecretHeader(name: string, value: string): boolean {
  return value !== "" && (isSecretName(name) || value.search(SECRET_SHAPES) >= 0);
}

/** The accepted status codes differ from the defaults here, so they are always set. */
function addStatuses(draft: TargetDraft): void {
  const codes = listOf(jsonOf(draft.text("accepted_statuscodes_json"))).map(String);
  const statuses = (codes.length === 0 ? ["200-299"] : codes).flatMap((code) => {
    const [, from = "", to = from] = /^(\d+)(?:-(\d+))?$/.exec(code.trim()) ?? [];
    const [first, last] = [Math.max(Number(from), 100), Math.min(Number(to), 599)];
    if (from === "" || first > last) {
      draft.note(`The accepted status '${code}' is no HTTP status, and is not kept.`);
      return [];
    }
    if (String(last) !== to) draft.note(`The accepted statuses '${code}' end at 599.`);
    return [first === last ? first : `${first}-${last}`];
  });
  if (statuses.length > STATUSES_MAX) draft.review(`Only ${STATUSES_MAX} accepted statuses are kept.`);
  if (statuses.length > 0) draft.fields.accept_statuses = statuses.slice(0, STATUSES_MAX);
}

function addRedirects(draft: TargetDraft): void {
  const most = draft.number("maxredirects") ?? 10;
  if (most <= 0) draft.fields.follow_redirects = false;
  else if (most !== 10) draft.fields.max_redirects = Math.min(most, REDIRECTS_MAX);
  if (most > REDIRECTS_MAX) draft.note(`At most ${REDIRECTS_MAX} redirects are followed, not ${most}.`);
}

function addKeptBody(draft: TargetDraft): void {
  if (draft.flag("save_response")) draft.fields.keep_body = "always";
  else if (draft.flag("save_error_response")) draft.fields.keep_body = "on_failure";
  else return;
  const length = draft.number("response_max_length") ?? 1_024;
  if (length !== 1_024) draft.note("The length of kept responses is fixed at 64 KiB.");
}

function addContent(draft: TargetDraft): void {
  const type = columnText(draft.row, "type");
  if (type === "keyword") {
    const operator = draft.flag("invert_keyword") ? "not_contains" : "contains";
    draft.fields.assertions = [{ type: "body", operator, value: draft.text("keyword") }];
  }
  if (type !== "json-query") return;
  const assertion = jsonAssertion(draft);
  if (assertion !== null) draft.fields.assertions = [assertion];
}
