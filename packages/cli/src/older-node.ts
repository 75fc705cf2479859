/**
 * Functions of the platform that the code uses and Node 20 lacks. The packed command line runs on the Node of the user;
 * in this repository Node 24 has all of them.
 */

/** Node 20 has no URL.parse. */
function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers<Value>(): PromiseWithResolvers<Value> {
  const found: Partial<PromiseWithResolvers<Value>> = {};
  const promise = new Promise<Value>((resolve, reject) => Object.assign(found, { resolve, reject }));
  // The executor of a promise runs at once, so both functions are there.
  return { ...(found as PromiseWithResolvers<Value>), promise };
}

for (const [owner, name, value] of [
  [URL, "parse", parseUrl],
  [Promise, "withResolvers", withResolvers],
] as const) {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
