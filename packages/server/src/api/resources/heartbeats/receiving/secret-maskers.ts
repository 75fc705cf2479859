import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { type Masker, maskerOf } from "../../../../platform/masking/mask.ts";
import { loadSecretValues } from "../../../../platform/secrets/secret-values.ts";
import type { Vault } from "../../../../platform/secrets/vault.ts";
import type { Db } from "../../../../platform/storage/database.ts";

/** A new secret is masked in pings after this time. */
const TTL_MS = 10_000;
/** Organizations whose secrets are cached; beyond it the cache is cleared. */
const CACHE_MAX = 1_000;

type Entry = { masker: Masker; untilMs: number };

/** Masks the secrets of organizations in the bodies of pings. Decrypting them for each ping would be too slow. */
export class SecretMaskers {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #cache = new Map<OrgId, Entry>();

  constructor({ vault, clock }: { vault: Vault; clock: Clock }) {
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Throws a BoxError if a secret cannot be decrypted. */
  async of(db: Db, orgId: OrgId): Promise<Masker> {
    const nowMs = this.#clock.monotonic();
    const known = this.#cache.get(orgId);
    if (known && known.untilMs > nowMs) return known.masker;
    const masker = maskerOf(await loadSecretValues(db, this.#vault, orgId));
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    this.#cache.set(orgId, { masker, untilMs: nowMs + TTL_MS });
    return masker;
  }
}
