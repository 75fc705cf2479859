import { escapeTemplate, TEMPLATE_NAME } from "@vedette/contract/variables/template.ts";
import { replaceBodySecrets } from "../building/body-secrets.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import { replaceSecretParameters } from "../building/url-credentials.ts";
import { isObject } from "../document-value.ts";
import { toVariableName } from "../import-variables.ts";
import { isSecretName } from "../secret-names.ts";
import { type Environment, environmentValue, hasMark, splitAtMarks } from "./expand-environment.ts";

const NAME = new RegExp(`^${TEMPLATE_NAME}$`);
const SCHEME_AND_CREDENTIAL = /^([A-Za-z][A-Za-z-]{0,20} )(\S.*)$/;

/** Texts of a Gatus file: with environment variables as values, or as variables of Vedette. */
export class GatusTexts {
  readonly #env: Environment;
  readonly #builder: ImportBuilder;

  constructor(env: Environment, builder: ImportBuilder) {
    this.#env = env;
    this.#builder = builder;
  }

  /** Returns the text with values, for fields that take no variables. A missing one is empty, as in Gatus. */
  plain(text: string): string {
    return splitAtMarks(text)
      .map((part) => ("literal" in part ? part.literal : (environmentValue(this.#env, part.name) ?? "")))
      .join("");
  }

  /** Returns the text for a field that takes variables: secrets of the environment are references. */
  templated(text: string): string {
    return splitAtMarks(text)
      .map((part) => ("literal" in part ? escapeTemplate(part.literal) : this.#reference(part.name)))
      .join("");
  }

  /** Returns a text that is a secret, such as a password. */
  secret(name: string, text: string): string {
    // A value of the context of a suite is a variable already.
    if (text.trim() === "" || hasMark(text) || text.includes("[CONTEXT]")) return this.templated(text);
    return this.#builder.values.hide(name, text);
  }

  header(owner: string, name: string, value: string): string {
    if (!isSecretName(name) || hasMark(value)) return this.templated(value);
    const [, scheme = "", credential = value] = SCHEME_AND_CREDENTIAL.exec(value) ?? [];
    return `${scheme}${this.secret(`${owner}_${name}`, credential)}`;
  }

  /** Returns a URL without credentials in its query. */
  url(owner: string, url: string): string {
    return replaceSecretParameters(url, {
      secret: (name, value) => this.secret(`${owner}_${name}`, value),
      text: (part) => this.templated(part),
    });
  }

  /** Returns a body without credentials in its fields. */
  body(owner: string, body: string): string {
    return replaceBodySecrets(body, {
      secret: (name, value) => this.secret(`${owner}_${name}`, value),
      text: (part) => this.templated(part),
    });
  }

  /** Returns the environment variables without a value that a part of the file refers to. */
  missingIn(value: unknown): string[] {
    const missing = new Set<string>();
    for (const name of namesIn(value)) if (environmentValue(this.#env, name) === null) missing.add(name);
    return [...missing];
  }

  #reference(wanted: string): string {
    const { values } = this.#builder;
    const value = environmentValue(this.#env, wanted);
    const name = NAME.test(wanted) ? wanted : toVariableName(wanted);
    if (value === null || value === "") {
      const reasons = [`The environment variable '${wanted}' was not given; set the value of the variable.`];
      values.define(name, "", { isSecret: false, reasons });
      return `{{${name}}}`;
    }
    return values.define(name, value, { isSecret: true }) ? `{{${name}}}` : values.hide(name, value);
  }
}

function* namesIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    for (const part of splitAtMarks(value)) if ("name" in part) yield part.name;
  } else if (Array.isArray(value)) for (const each of value) yield* namesIn(each);
  else if (isObject(value)) for (const each of Object.values(value)) yield* namesIn(each);
}
