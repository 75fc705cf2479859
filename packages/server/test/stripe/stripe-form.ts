/** What Stripe's form encoding says: `line_items[0][price]=p` is `{line_items: [{price: "p"}]}`. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

export function parseStripeForm(text: string): FormFields {
  const root: FormFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.split("[", 1)[0] ?? "",
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ""),
    ];
    put(root, path, value);
  }
  return withLists(root) as FormFields;
}

function put(into: FormFields, [name = "", ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const next = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  into[name] = next;
  put(next, rest, value);
}

/** Objects whose keys count from 0 are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, FormValue] => [name, withLists(inner)]);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
