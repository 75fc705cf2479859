import { nearestName } from "@vedette/contract/common/nearest-name.ts";
import type { ConfigKey } from "./config-key.ts";
import { CONFIG_KEYS } from "./config-keys.ts";

const PREFIX = "VEDETTE_";
/** Settings of the command-line client, which may be in the environment of the server, too. */
const CLIENT_KEYS: ReadonlySet<string> = new Set([
  ...["VEDETTE_URL", "VEDETTE_API_KEY", "VEDETTE_PROFILE"],
  ...["VEDETTE_ID_TOKEN", "VEDETTE_TRUST_ID"],
]);

/** Returns a warning for each unknown key with our prefix, with the known key that is most similar. */
export function unknownKeyWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.entries<ConfigKey>(CONFIG_KEYS).flatMap(([name, key]) =>
    key.isSecret ? [name, `${name}_FILE`] : [name],
  );
  const deprecated = new Set(Object.values<ConfigKey>(CONFIG_KEYS).map((key) => key.deprecatedName));
  // Compared without the shared prefix, which would make all names similar.
  const byBareName = new Map(known.map((name) => [bare(name), name]));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== undefined)
    .filter((name) => !known.includes(name) && !deprecated.has(name) && !CLIENT_KEYS.has(name))
    .sort()
    .map((name) => {
      const nearest = byBareName.get(nearestName(bare(name), [...byBareName.keys()]) ?? "");
      return `${name} is not a Vedette setting and is ignored${nearest === undefined ? "." : `: did you mean ${nearest}?`}`;
    });
}

/** Returns a warning for each deprecated key that is set, with its current name. */
export function deprecatedKeyWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries<ConfigKey>(CONFIG_KEYS).flatMap(([name, { deprecatedName }]) =>
    deprecatedName !== undefined && env[deprecatedName]
      ? [`${deprecatedName} is deprecated: set ${name} instead.`]
      : [],
  );
}

function bare(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}
