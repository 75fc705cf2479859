import type { CauseFacts, Trait } from "../../packages/server/src/pipeline/common-cause/find-common-cause.ts";
import type { Random } from "../simulate/random.ts";

/** A generated organization: targets at a few providers, as organizations have them. */

const ISSUERS = ["Let's Encrypt R12", "Let's Encrypt E7", "Google Trust Services WE1", "DigiCert G2"];
const LOCATIONS = ["frankfurt", "tokyo", "virginia"];
const TAGS = ["prod", "staging", "shop", "blog", "api", "eu", "us", "team:a", "team:b", "team:c", "legacy"];

/** The first of a list is the most common, as with providers and tags. */
function skewed<T>(random: Random, values: readonly T[]): T {
  const index = Math.floor(random.uniform() ** 2 * values.length);
  return values[Math.min(index, values.length - 1)] as T;
}

export function makeFleet(random: Random, size: number): CauseFacts[] {
  const networks = Array.from({ length: Math.max(4, Math.ceil(size / 8)) }, (_, nr) => `198.51.${nr}`);
  const nameservers = Array.from({ length: Math.max(2, Math.ceil(size / 20)) }, (_, nr) => `ns${nr}.example`);
  const parents = Array.from({ length: Math.ceil(size / 15) }, (_, nr) => `Service ${nr}`);
  return Array.from({ length: size }, (_, nr): CauseFacts => {
    const network = skewed(random, networks);
    // A third of the targets are virtual hosts of one machine.
    const isShared = random.uniform() < 0.35;
    const address = isShared ? `${network}.1` : `${network}.${2 + Math.floor(random.uniform() * 250)}`;
    const tags = TAGS.filter((_tag, at) => random.uniform() < 0.4 / (1 + at / 2));
    const traits: Trait[] = [
      { kind: "address", value: address },
      { kind: "network", value: `${network}.0/24` },
      { kind: "host", value: random.uniform() < 0.8 ? `h${nr}.example` : `shared${nr % 3}.example` },
      { kind: "nameserver", value: skewed(random, nameservers) },
      { kind: "issuer", value: skewed(random, ISSUERS) },
      { kind: "certificate", value: isShared ? `wildcard ${network}` : `own ${nr}` },
      ...tags.map((value): Trait => ({ kind: "tag", value })),
      ...LOCATIONS.filter((_location, at) => at === 0 || random.uniform() < 0.4).map(
        (value): Trait => ({ kind: "location", value }),
      ),
    ];
    if (random.uniform() < 0.3) traits.push({ kind: "dependency", value: skewed(random, parents) });
    return { id: String(nr).padStart(5, "0"), traits };
  });
}
