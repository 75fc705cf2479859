import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";
import { variableOf } from "../hide-in-body.ts";
import type { ImportContext } from "../request-draft.ts";
import { isSecretName } from "../secret-names.ts";
import type { PostmanNames } from "./postman-names.ts";

/** Maximum depth of variables that refer to other variables. */
const NESTED_MAX = 5;
const VALUE_LENGTH_MAX = 65_536;
const ADDRESS_WITH_USER = /^[a-z]+:\/\/[^/\s]*@/i;

/** Returns the collection's variables; secrets become variables of the organization. */
export function variablesOfCollection(
  collection: DocumentObject,
  names: PostmanNames,
  { variables }: ImportContext,
): Record<string, string> {
  const plain = new Map<string, string>();
  for (const variable of listOf(collection.variable).map(objectOf)) {
    const original = textOf(variable.key) ?? textOf(variable.id);
    if (original === null || variable.disabled === true) continue;
    const name = names.nameOf(original);
    const value = names.rewrite(textOf(variable.value) ?? JSON.stringify(variable.value ?? ""));
    const isSecret = variable.type === "secret" || isSecretName(original) || ADDRESS_WITH_USER.test(value);
    if (!isSecret) plain.set(name, value);
    // Hidden under the name that the requests use. An empty one is set by a script or not at all.
    else if (value !== "" && !value.includes("{{")) {
      variables.adopt(value, {
        name,
        why: `The collection's variable ${variableOf(original)} holds a secret`,
      });
    }
  }
  return Object.fromEntries([...plain].map(([name, value]) => [name, expanded(value, plain)]));
}

/** References are resolved once when a step is sent, so those within values are resolved here. */
function expanded(value: string, plain: ReadonlyMap<string, string>): string {
  let text = value;
  for (let round = 0; round < NESTED_MAX && text.includes("{{"); round++) {
    const next = text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => plain.get(name) ?? whole);
    if (next.length > VALUE_LENGTH_MAX || next === text) break;
    text = next;
  }
  return text;
}
