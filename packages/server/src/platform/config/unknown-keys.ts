import { nearestName } from "@vedette/contract/common/nearest-name.ts";
import { CONFIG_KEYS, type ConfigKey } from "./config-keys.ts";

const PREFIX = "VEDETTE_";

/** One sentence for each set key that has our prefix and that nobody reads, naming the one that may be meant. */
export function unknownKeyWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.entries<ConfigKey>(CONFIG_KEYS).flatMap(([name, key]) =>
    key.isSecret ? [name, `${name}_FILE`] : [name],
  );
  // Compared without the prefix, which all share and which would make everything look alike.
  const byBareName = new Map(known.map((name) => [bare(name), name]));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== undefined && !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = byBareName.get(nearestName(bare(name), [...byBareName.keys()]) ?? "");
      return `${name} is no setting of Vedette and is ignored${nearest === undefined ? "." : `: is ${nearest} meant?`}`;
    });
}

function bare(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}
