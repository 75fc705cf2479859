import { isSecretName } from "../secret-names.ts";
import { replaceSecretParameters, type SecretReplacement } from "./url-credentials.ts";

/** A member of a JSON object whose value is a text, such as `"password": "x"`. */
const JSON_MEMBER = /("((?:[^"\\]|\\.){1,100})"\s*:\s*")((?:[^"\\]|\\.)+)(?=")/g;
const FORM = /^[^\s={}[\]"]+=[^\s]*$/;

/** Returns a JSON or form body with the values of secret fields replaced; the rest of its text stays as it is. */
export function replaceBodySecrets(body: string, replace: SecretReplacement): string {
  if (FORM.test(body)) return replaceSecretParameters(`?${body}`, replace).slice(1);
  let replaced = "";
  let end = 0;
  for (const match of body.matchAll(JSON_MEMBER)) {
    const [whole, start = "", name = "", value = ""] = match;
    if (!isSecretName(name)) continue;
    replaced += replace.text(`${body.slice(end, match.index)}${start}`) + replace.secret(name, value);
    end = match.index + whole.length;
  }
  return replaced + replace.text(body.slice(end));
}
