import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { variableOf } from "../hide-in-body.ts";
import type { ImportContext, Pair, RequestDraft } from "../request-draft.ts";

export type PostmanCredentials = { auth: RequestDraft["auth"]; headers: Pair[]; query: Pair[] };

/** Returns the credentials of a request: its own, else the nearest folder's, else the collection's. */
export function postmanCredentials(
  auth: unknown,
  where: string,
  { notes, variables }: ImportContext,
): PostmanCredentials {
  const none: PostmanCredentials = { auth: null, headers: [], query: [] };
  if (!isObject(auth)) return none;
  const type = textOf(auth.type) ?? "noauth";
  const fields = fieldsOf(auth, type);
  const field = (name: string) => fields.get(name) ?? "";
  switch (type) {
    case "noauth":
    case "inherit":
      return none;
    case "basic":
      return { ...none, auth: { type: "basic", username: field("username"), password: field("password") } };
    case "bearer":
      return { ...none, auth: { type: "bearer", token: field("token") } };
    case "apikey": {
      // A secret, regardless of the header's name.
      const name = field("key") || "X-Api-Key";
      const as = { name: variableOf(name), why: `The API key at ${where}` };
      const pair: Pair = [name, variables.hide(field("value"), as)];
      if (field("in") === "query") return { ...none, query: [pair] };
      return { ...none, headers: [pair] };
    }
    case "oauth2":
      if (field("accessToken") !== "")
        return { ...none, auth: { type: "bearer", token: field("accessToken") } };
      break;
  }
  const why = "Steps know basic authentication, bearer tokens and API keys; the request is sent without it";
  notes.add({ where, what: `Authorization of type ${type}`, why });
  return none;
}

/** A list of `{key, value}` in v2.1, and an object in v2.0. */
function fieldsOf(auth: DocumentObject, type: string): Map<string, string> {
  const given = Object.hasOwn(auth, type) ? auth[type] : undefined;
  const entries = Array.isArray(given)
    ? listOf(given)
        .map(objectOf)
        .map(({ key, value }) => [textOf(key) ?? "", value] as const)
    : Object.entries(objectOf(given));
  return new Map(entries.map(([key, value]) => [key, textOf(value) ?? ""]));
}
