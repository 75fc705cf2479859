/** Parses Stripe's form encoding: `line_items[0][price]=p` is `{line_items: [{price: "p"}]}`. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

export function parseStripeForm(text: string): FormFields {
  const root: FormFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.split("[", 1)[0] ?? "",
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ""),
    ];
    setField(root, path, value);
  }
  return convertLists(root) as FormFields;
}

function setField(into: FormFields, [name = "", ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const next = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  into[name] = next;
  setField(next, rest, value);
}

/** Converts objects with the keys 0, 1, … to lists. */
function convertLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, FormValue] => [
    name,
    convertLists(inner),
  ]);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
