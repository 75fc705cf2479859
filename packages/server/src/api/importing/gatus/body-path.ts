const STEP = /\.?([^.[\]]+)|\[(\d+)\]/gy;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns the RFC 9535 path of what follows `[BODY]`, such as `.data[0].id`; null if it is not a path. */
export function bodyPath(text: string): string | null {
  let path = "$";
  let end = 0;
  for (const [whole, name, index] of text.matchAll(STEP)) {
    end += whole.length;
    if (index !== undefined) path += `[${index}]`;
    else if (name !== undefined) path += PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  }
  return end === text.length ? path : null;
}
