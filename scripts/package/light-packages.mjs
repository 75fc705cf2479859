// Changes places of packages in the bundle that keep memory for each schema or route. Fails the build when a package differs there.
import { sep } from "node:path";

/** By file of `node_modules`: a text that occurs once in it, and its replacement, in one line for the source maps. */
const CHANGES = {
  // Each of 12,700 schemas has a set with the names of its constructors, 180 bytes. All of one constructor have the same: they
  // share it.
  "zod/v4/core/core.js": [
    "const pp = globalThis.__zod_globalConfig?.postProcessor;",
    "const traits = inst._zod.traits; _.traits ??= traits; " +
      "if (traits.size === _.traits.size && traits.isSubsetOf(_.traits)) inst._zod.traits = _.traits; " +
      "const pp = globalThis.__zod_globalConfig?.postProcessor;",
  ],
  // A method that is read becomes a bound function of the schema's own, and changes its shape: right for those that read values
  // often, but 100 bytes for each of those that only build the schema.
  "zod/v4/core/util.js": [
    "return this == null ? fn : own(this, key, fn.bind(this));",
    "if (this == null) return fn; const bound = fn.bind(this); " +
      "return /^(?:safe)?(?:parse|encode|decode|validate)/i.test(key) ? own(this, key, bound) : bound;",
  ],
  // Each of 574 places in the tree of routes has a function compiled from a text of its own, 1.2 kB and 35 µs at the start. It
  // compares two to fifteen characters, which the function for longer prefixes does as well.
  "find-my-way/lib/node.js": ["if (prefix.length >= LONG_PREFIX_MIN_LENGTH) {", "if (prefix.length > 1) {"],
  // Each of 730 routes has its own bound copies of the server's hooks, 0.7 kB. Those without hooks of their own share them.
  "fastify/lib/route.js": [
    "context[hook] = toSet.length ? toSet : null",
    "const bound = (this[kHooks].bound ??= {}); " +
      "context[hook] = toSet.length === 0 ? null : opts[hook] ? toSet : (bound[hook] ??= toSet)",
  ],
};

export function lightPackages() {
  return {
    name: "light-packages",
    transform(code, id) {
      const file = id.split(`node_modules${sep}`).at(-1)?.replaceAll(sep, "/");
      const change = CHANGES[file];
      if (change === undefined) return null;
      const [before, after] = change;
      if (code.split(before).length !== 2)
        throw new Error(`${file} has changed: see scripts/package/light-packages.mjs`);
      return { code: code.replace(before, () => after), map: null };
    },
  };
}
