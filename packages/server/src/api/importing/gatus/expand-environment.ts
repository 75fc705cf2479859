import { fieldOf } from "../document-value.ts";
import { isSecretName } from "../secret-names.ts";

/**
 * Expands `$NAME` and `${NAME}` in a file of Gatus, as Gatus does before it parses the YAML; `$$` is a dollar sign.
 * References to secrets, and to variables without a value, become marks that `GatusTexts` resolves in each field.
 */
const REFERENCE = /\$\$|\$\{([A-Za-z0-9_]{0,200})\}|\$([0-9*#@!?-]|[A-Za-z_][A-Za-z0-9_]*)/g;
/** Private-use characters, which have no meaning in YAML. */
const MARK = /\uE000([^\uE000\uE001]*)\uE001/g;
const MARK_CHARACTERS = /[\uE000\uE001]/g;

export type Environment = Readonly<Record<string, string>>;

export function expandEnvironment(text: string, env: Environment): string {
  return text
    .replaceAll(MARK_CHARACTERS, "")
    .replaceAll(REFERENCE, (whole, braced?: string, bare?: string) => {
      if (whole === "$$") return "$";
      const name = braced ?? bare ?? "";
      const value = environmentValue(env, name);
      return value === null || isSecretName(name) ? `\uE000${name}\uE001` : value;
    });
}

/** Returns the value of an environment variable; null if it was not given. */
export function environmentValue(env: Environment, name: string): string | null {
  const value = fieldOf(env, name);
  return typeof value === "string" ? value : null;
}

/** Splits a text at its marks: literals, and names of environment variables. */
export function splitAtMarks(text: string): ({ literal: string } | { name: string })[] {
  const parts: ({ literal: string } | { name: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    parts.push({ literal: text.slice(end, match.index) }, { name: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  return [...parts, { literal: text.slice(end) }];
}

export function hasMark(text: string): boolean {
  return text.search(MARK) >= 0;
}
