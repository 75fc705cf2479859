/** A statement with separate parameters: the text never contains a value. */
export type Sql = { readonly text: string; readonly values: readonly unknown[] };

const FRAGMENT = Symbol("sql");
type Fragment = Sql & { [FRAGMENT]: readonly [readonly string[], readonly unknown[]] };

/**
 * Builds a statement. Values become parameters; fragments created by `sql` itself are inserted as text. There is no other
 * way to insert text.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  const text = render(strings, parts, values);
  const fragment: Fragment = { text, values, [FRAGMENT]: [strings, parts] };
  return fragment;
}

/** Quotes the name of a table or index that is known only at run time. */
export function identifier(name: string): Sql {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const fragment: Fragment = { text: quoted, values: [], [FRAGMENT]: [[quoted], []] };
  return fragment;
}

function render(strings: readonly string[], parts: readonly unknown[], values: unknown[]): string {
  let text = strings[0] ?? "";
  parts.forEach((part, index) => {
    if (isFragment(part)) {
      text += render(part[FRAGMENT][0], part[FRAGMENT][1], values);
    } else {
      values.push(part);
      text += `$${values.length}`;
    }
    text += strings[index + 1] ?? "";
  });
  return text;
}

function isFragment(part: unknown): part is Fragment {
  return typeof part === "object" && part !== null && FRAGMENT in part;
}
