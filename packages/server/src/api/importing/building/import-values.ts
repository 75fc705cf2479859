import { TEMPLATE_NAME } from "@vedette/contract/variables/template.ts";
import { VALUE_BYTES_MAX } from "@vedette/contract/variables/variables.ts";
import { toVariableName } from "../import-variables.ts";
import { numberedKey } from "./import-keys.ts";

type ImportedValue = { value: string; isSecret: boolean; isKept?: boolean; reasons: string[] };
const NAME = new RegExp(`^${TEMPLATE_NAME}$`);

/** Variables and secrets that the resources of an import refer to. The same value has one name. */
export class ImportValues {
  readonly #values = new Map<string, ImportedValue>();
  readonly #nameOfSecret = new Map<string, string>();

  /** Returns the reference to a secret with this value. */
  hide(wanted: string, value: string): string {
    const known = this.#nameOfSecret.get(value);
    if (known !== undefined) return `{{${known}}}`;
    const name = this.#freshName(wanted);
    this.#values.set(name, { value, isSecret: true, reasons: [] });
    this.#nameOfSecret.set(value, name);
    return `{{${name}}}`;
  }

  /**
   * Defines a variable with the name that the tool has for it. Returns false if it has another value already. With
   * `isKept` it is part of the document even if no resource refers to it.
   */
  define(
    name: string,
    value: string,
    options: { isSecret: boolean; isKept?: boolean; reasons?: string[] },
  ): boolean {
    const known = this.#values.get(name);
    if (known !== undefined) return known.value === value;
    if (!NAME.test(name) || Buffer.byteLength(value) > VALUE_BYTES_MAX) return false;
    const isSecret = options.isSecret && value !== "";
    const { isKept = false, reasons = [] } = options;
    this.#values.set(name, { value, isSecret, isKept, reasons });
    if (isSecret && !this.#nameOfSecret.has(value)) this.#nameOfSecret.set(value, name);
    return true;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The variables whose names are among `used`, and those that are kept. */
  list(used: ReadonlySet<string>): (ImportedValue & { name: string })[] {
    return [...this.#values]
      .filter(([name, { isKept }]) => isKept || used.has(name))
      .map(([name, value]) => ({ name, ...value }));
  }

  #freshName(wanted: string): string {
    const first = toVariableName(wanted).toUpperCase();
    let name = first;
    for (let number = 2; this.#values.has(name); number++)
      name = numberedKey(first, number).replaceAll("-", "_");
    return name;
  }
}
