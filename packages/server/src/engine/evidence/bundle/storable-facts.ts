import { storableText } from "../../checks/storable-text.ts";

/**
 * Returns facts whose texts PostgreSQL accepts, without a header named `__proto__`, which the schema of facts leaves out,
 * too. The facts of a private runner are untrusted.
 */
export function storableFacts<Facts>(facts: Facts): Facts {
  // Only texts are replaced, by texts.
  return storable(facts) as Facts;
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "__proto__")
      .map(([name, each]) => [storableText(name), storable(each)]),
  );
}
