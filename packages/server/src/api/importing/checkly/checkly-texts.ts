import { escapeTemplate, TEMPLATE_NAME, templateNames } from "@vedette/contract/variables/template.ts";
import type { ImportValues } from "../building/import-values.ts";
import { isSecretName } from "../secret-names.ts";
import { pairsOf } from "./read-bundle.ts";

const NAME = new RegExp(`^${TEMPLATE_NAME}$`);
const TRIPLE = /\{\{\{([^{}]{0,200})\}\}\}/g;
const HANDLEBARS = /\{\{[^{}]*\}\}/g;

/** Texts of checks, whose `{{NAME}}` are environment variables of the check, its group or the account. */
export class ChecklyTexts {
  readonly #values: ImportValues;
  readonly #missing = new Set<string>();
  readonly #reasons: string[];

  constructor(values: ImportValues, reasons: string[]) {
    this.#values = values;
    this.#reasons = reasons;
  }

  /** The variables that texts referred to and that the file does not have. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  text(text: string): string {
    const escaped = escapeTemplate(text.replaceAll(TRIPLE, "{{$1}}"), (name) => NAME.test(name));
    const names = templateNames(escaped);
    for (const name of names) this.#need(name);
    const known = [...text.replaceAll(TRIPLE, "{{$1}}").matchAll(HANDLEBARS)].length;
    if (known > 0 && names.length === 0)
      this.#reasons.push("Helpers such as {{moment}} and {{$UUID}} are sent as they are.");
    return escaped;
  }

  /** Returns a text that is a secret unless it refers to variables. */
  secret(name: string, text: string): string {
    if (text.trim() === "" || templateNames(text).length > 0) return this.text(text);
    return this.#values.hide(name, text);
  }

  header(owner: string, name: string, value: string): string {
    if (!isSecretName(name) || templateNames(value).length > 0) return this.text(value);
    const [, scheme = "", credential = value] = /^([A-Za-z][A-Za-z-]{0,20} )(\S.*)$/.exec(value) ?? [];
    return `${scheme}${this.secret(`${owner}_${name}`, credential)}`;
  }

  #need(name: string): void {
    if (this.#values.has(name)) return;
    const reasons = [`The variable '${name}' of the account is not in the file; set its value.`];
    this.#values.define(name, "", { isSecret: false, reasons });
    this.#missing.add(name);
  }
}

/** Defines the environment variables of a group or a check. Variables of Vedette are common to all targets. */
export function defineVariables(variables: unknown, values: ImportValues): string[] {
  return pairsOf(variables).flatMap(({ key, value, isSecret }) =>
    values.define(key, value, { isSecret, isKept: true })
      ? []
      : [
          `The variable '${key.slice(0, 64)}' has another value elsewhere or no valid name; it is not changed.`,
        ],
  );
}
