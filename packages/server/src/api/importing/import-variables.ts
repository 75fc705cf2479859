import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { mayHaveTemplate } from "@vedette/contract/variables/template.ts";
import { SECRET_SHAPES } from "./secret-names.ts";

type Variable = ApiMonitorImport["variables"][number];
type Secret = { name: string; use: () => void };
/**
 * Secrets with the same start, and their lengths, the longest first, so that no end of a longer one is left.
 */
type Bucket = { lengths: number[]; forms: Map<string, Secret> };

/** A shorter value, or a plain word, also occurs in unrelated texts. */
const SCRUB_LENGTH_MIN = 8;
const PLAIN_WORD = /^[a-z]{1,15}$|^[A-Z]{1,15}$|^[A-Z][a-z]{1,14}$/;
const REFERENCE_PARTS = /(\{\{[^{}]*\}\})/;

/**
 * The secrets of a document, and their references in the drafts. A secret is replaced by its `{{NAME}}`, in
 * its own place and wherever else the same value occurs.
 */
export class ImportVariables {
  readonly #taken: Set<string>;
  readonly #own = new Set<string>();
  readonly #needed = new Map<string, Variable>();
  readonly #secrets = new Map<string, Secret>();
  readonly #byBeginning = new Map<string, Bucket>();
  readonly #lastNumber = new Map<string, number>();

  constructor(namesInUse: readonly string[]) {
    this.#taken = new Set(namesInUse);
  }

  /** Returns the reference for a secret: the same for the same value. References in the value stay. */
  hide(value: string, as: { name: string; why: string }): string {
    if (value.trim() === "") return value;
    if (!mayHaveTemplate(value)) return this.#hideWhole(value, as);
    const isKept = (part: string) => REFERENCE_PARTS.test(part) || !/[A-Za-z0-9]/.test(part);
    const parts = value.split(REFERENCE_PARTS);
    return parts.map((part) => (isKept(part) ? part : this.#hideWhole(part, as))).join("");
  }

  /** Adds a secret with the name that the document has for it; the document already refers to that name. */
  adopt(value: string, { name, why }: { name: string; why: string }): void {
    this.#addOwn(name);
    this.#needed.set(name, { name, is_secret: true, why });
    this.bind(value, name, () => {});
  }

  /** Adds a variable that the organization must have, although the document contains no value for it. */
  need(variable: Variable): string {
    this.#addOwn(variable.name);
    if (!this.#needed.has(variable.name)) this.#needed.set(variable.name, variable);
    return `{{${variable.name}}}`;
  }

  /** From now on, `value` is known from a response: `{{name}}` replaces it. */
  bind(value: string, name: string, onUse: () => void): void {
    if (!this.#secrets.has(value)) this.#remember(value, { name, use: onUse });
  }

  /** Reserves the name: no secret gets it. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** Returns an unused name. */
  freshName(wanted: string): string {
    const first = toVariableName(wanted);
    let name = first;
    let number = this.#lastNumber.get(first) ?? 1;
    while (this.#taken.has(name)) name = `${first.slice(0, 56)}_${++number}`;
    this.#lastNumber.set(first, number);
    this.#addOwn(name);
    return name;
  }

  /** Whether the import created this name for a value, independent of the document's own braces. */
  isOwn(name: string): boolean {
    return this.#own.has(name);
  }

  /** Returns the text without any secret that was hidden before. */
  scrub(text: string): string {
    const shaped = text.replaceAll(SECRET_SHAPES, (value: string, at: number) => {
      const reference = this.#hideWhole(value, {
        name: "TOKEN",
        why: "Its value looks like a token or a key",
      });
      return `${backslashesAtEnd(text.slice(0, at))}${reference}`;
    });
    if (this.#byBeginning.size === 0) return shaped;
    let scrubbed = "";
    let shown = 0;
    for (let at = 0; at + SCRUB_LENGTH_MIN <= shaped.length; at++) {
      const found = this.#secretAt(shaped, at);
      if (!found) continue;
      found.secret.use();
      const before = shaped.slice(shown, at);
      scrubbed += `${before}${backslashesAtEnd(before)}{{${found.secret.name}}}`;
      shown = at + found.length;
      at = shown - 1;
    }
    return scrubbed + shaped.slice(shown);
  }

  list(): Variable[] {
    return [...this.#needed.values()];
  }

  #addOwn(name: string): void {
    this.#taken.add(name);
    this.#own.add(name);
  }

  #hideWhole(value: string, { name, why }: { name: string; why: string }): string {
    let secret = this.#secrets.get(value);
    if (!secret) {
      const fresh = this.freshName(name);
      secret = { name: fresh, use: () => this.#needed.set(fresh, { name: fresh, is_secret: true, why }) };
      this.#remember(value, secret);
    }
    secret.use();
    return `{{${secret.name}}}`;
  }

  #remember(value: string, secret: Secret): void {
    this.#secrets.set(value, secret);
    if (value.length < SCRUB_LENGTH_MIN || PLAIN_WORD.test(value)) return;
    const forms = [value, encodeURIComponent(value.toWellFormed()), JSON.stringify(value).slice(1, -1)];
    for (const written of forms) {
      const beginning = written.slice(0, SCRUB_LENGTH_MIN);
      const bucket = this.#byBeginning.get(beginning) ?? { lengths: [], forms: new Map<string, Secret>() };
      this.#byBeginning.set(beginning, bucket);
      bucket.forms.set(written, secret);
      if (!bucket.lengths.includes(written.length)) {
        bucket.lengths = [...bucket.lengths, written.length].sort((x, y) => y - x);
      }
    }
  }

  #secretAt(text: string, at: number): { secret: Secret; length: number } | null {
    const bucket = this.#byBeginning.get(text.slice(at, at + SCRUB_LENGTH_MIN));
    for (const length of bucket?.lengths ?? []) {
      const secret = bucket?.forms.get(text.slice(at, at + length));
      if (secret) return { secret, length };
    }
    return null;
  }
}

/** The text required before a reference so that backslashes before it do not escape it. */
function backslashesAtEnd(text: string): string {
  let count = 0;
  while (text[text.length - count - 1] === "\\") count += 1;
  return "\\".repeat(count);
}

/** Returns the nearest valid name of a variable: `X-Api-Key` becomes `X_Api_Key`. */
export function toVariableName(text: string): string {
  const name = text
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 60);
  if (name === "") return "VALUE";
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
