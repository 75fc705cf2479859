import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { fieldOf, objectOf, textOf } from "../document-value.ts";
import { type ImportVariables, toVariableName } from "../import-variables.ts";
import { parseInnerJson } from "../parse-document.ts";
import { isSecretName } from "../secret-names.ts";

/** A shorter value may match by chance. */
const VALUE_LENGTH_MIN = 8;
const VALUES_PER_RESPONSE_MAX = 50;
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/**
 * Finds tokens in the responses of a recording. If a later request contains one, the step of the response
 * extracts it, so that each run uses a fresh token.
 */
export function createRecordedValues(variables: ImportVariables): {
  learn(response: Readonly<Record<string, unknown>>, step: ApiStep): void;
} {
  return {
    learn(response, step) {
      for (const { value, key, path } of tokensIn(contentOf(response)).slice(0, VALUES_PER_RESPONSE_MAX)) {
        let isUsed = false;
        const name = variables.freshName(toVariableName(key));
        variables.bind(value, name, () => {
          if (!isUsed) step.extract.push({ name, source: "json_path", expression: path });
          isUsed = true;
        });
      }
    },
  };
}

function contentOf(response: Readonly<Record<string, unknown>>): unknown {
  const content = objectOf(response.content);
  const text = textOf(content.text);
  if (text === null) return undefined;
  return parseInnerJson(content.encoding === "base64" ? Buffer.from(text, "base64").toString() : text);
}

type Token = { value: string; key: string; path: string };

function tokensIn(value: unknown, path = "$", found: Token[] = []): Token[] {
  if (typeof value !== "object" || value === null || found.length >= VALUES_PER_RESPONSE_MAX) return found;
  for (const key of Object.keys(value)) {
    const inner = fieldOf(value, key);
    const innerPath = Array.isArray(value)
      ? `${path}[${key}]`
      : PLAIN_NAME.test(key)
        ? `${path}.${key}`
        : `${path}['${key.replaceAll(/[\\']/g, "\\$&")}']`;
    if (typeof inner !== "string") tokensIn(inner, innerPath, found);
    else if (isSecretName(key) && inner.length >= VALUE_LENGTH_MIN)
      found.push({ value: inner, key, path: innerPath });
  }
  return found;
}
