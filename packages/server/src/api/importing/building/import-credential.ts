import { isObject } from "../document-value.ts";
import { jsonPointer } from "./json-pointer.ts";

/** A credential of a resource while it is built: the document gets a placeholder, and the value is sent beside it. */
export class ImportCredential {
  readonly env: string;
  readonly value: string;

  /** `name` is a hint for the name of the environment variable in the placeholder. */
  constructor(name: string, value: string) {
    const upper = name.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
    this.env = (/^[A-Za-z]/.test(upper) ? upper : `VALUE_${upper}`).toUpperCase().slice(0, 200);
    this.value = value;
  }
}

/** Returns the fields with the values of credentials, to validate them. */
export function withValues(fields: unknown): unknown {
  return mapFields(fields, "", (credential) => credential.value);
}

/** Returns the fields with placeholders; adds each value to `values` by its JSON pointer below `pointer`. */
export function withPlaceholders(fields: unknown, pointer: string, values: Record<string, string>): unknown {
  return mapFields(fields, pointer, (credential, at) => {
    values[at] = credential.value;
    return { env: credential.env };
  });
}

type Replace = (credential: ImportCredential, pointer: string) => unknown;

function mapFields(value: unknown, pointer: string, replace: Replace): unknown {
  if (value instanceof ImportCredential) return replace(value, pointer);
  if (Array.isArray(value))
    return value.map((each, index) => mapFields(each, `${pointer}/${index}`, replace));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    mapFields(each, `${pointer}${jsonPointer([name])}`, replace),
  ]);
  return Object.fromEntries(entries);
}
