// Changes two places of zod in the bundle, which keep memory for each of 12,700 schemas. Fails the build when zod differs there.
import { sep } from "node:path";

const CORE = ["zod", "v4", "core"].join(sep);

/** By file: a text that occurs once, and its replacement. */
const CHANGES = {
  // Each schema has a set with the names of its constructors, 250 bytes. All of one constructor have the same: they share it.
  "core.js": [
    "const pp = globalThis.__zod_globalConfig?.postProcessor;",
    "const traits = inst._zod.traits; _.traits ??= traits; " +
      "if (traits.size === _.traits.size && traits.isSubsetOf(_.traits)) inst._zod.traits = _.traits; " +
      "const pp = globalThis.__zod_globalConfig?.postProcessor;",
  ],
  // A method that is read becomes a bound function of the schema's own, and changes its shape: right for those that read values
  // often, 200 bytes for each of those that only build the schema.
  "util.js": [
    "return this == null ? fn : own(this, key, fn.bind(this));",
    "if (this == null) return fn; const bound = fn.bind(this); " +
      "return /^(?:safe)?(?:parse|encode|decode|validate)/i.test(key) ? own(this, key, bound) : bound;",
  ],
};

export function lightZod() {
  return {
    name: "light-zod",
    transform(code, id) {
      const [, file] = id.split(`node_modules${sep}${CORE}${sep}`);
      const change = CHANGES[file];
      if (change === undefined) return null;
      const [before, after] = change;
      if (code.split(before).length !== 2)
        throw new Error(`zod has changed: see light-zod.mjs about ${file}`);
      return { code: code.replace(before, () => after), map: null };
    },
  };
}
