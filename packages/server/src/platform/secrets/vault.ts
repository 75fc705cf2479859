import type { OrgId } from "@vedette/contract/common/ids.ts";
import { BoxError, boxKeyId, newKeyBytes, openBox, type SealingKey, sealBox } from "../kernel/secret-box.ts";
import type { Db } from "../storage/database.ts";
import type { MasterKeys } from "./master-keys.ts";
import {
  type DataKeyRow,
  findDataKey,
  findNewestDataKey,
  insertDataKey,
  keepRotationOut,
} from "./queries.ts";

/**
 * Encrypts and decrypts secrets of organizations: each organization has a data key, which a master key encrypts. A box is
 * bound to purpose, organization, row and version, so that it does not open in another context. Must never know who
 * requests it, and never log or store what it decrypts.
 */
export type Vault = {
  /** Must run in a transaction, because the first secret of an organization creates its data key. */
  seal(db: Db, context: BoxContext, text: string): Promise<Buffer>;
  /** Throws a BoxError for a box that does not open in this context. */
  open(db: Db, context: BoxContext, box: Buffer): Promise<string>;
};

export type BoxContext = { purpose: string; orgId: OrgId; id: string; version: number };

const FIRST_VERSION = 1;
/** Maximum number of cached data keys, 100 bytes each; beyond it the cache is cleared. */
const CACHE_MAX = 10_000;

export function createVault(masterKeys: MasterKeys): Vault {
  const cache = new Map<string, SealingKey>();

  function unwrap({ org_id: orgId, version, wrapped, master_key_id: masterId }: DataKeyRow): SealingKey {
    const master = masterKeys.find(masterId);
    if (!master) throw new BoxError(`the master key ${masterId} is not available`);
    return { id: String(version), bytes: openBox(master, wrapped, wrapContext(orgId, version)) };
  }

  /** Not cached, because the transaction that created it may still be rolled back. */
  async function newestKey(db: Db, orgId: OrgId): Promise<SealingKey> {
    const row = await findNewestDataKey(db, orgId);
    if (row) return unwrap(row);
    await keepRotationOut(db);
    const created = wrapDataKey(masterKeys.current(), {
      orgId,
      version: FIRST_VERSION,
      bytes: newKeyBytes(),
    });
    await insertDataKey(db, created);
    const stored = await findNewestDataKey(db, orgId);
    if (!stored) throw new Error(`organization ${orgId} has no data key after one was created`);
    return unwrap(stored);
  }

  async function keyOf(db: Db, orgId: OrgId, box: Buffer): Promise<SealingKey> {
    const version = Number(boxKeyId(box));
    const name = `${orgId}:${version}`;
    const key = cache.get(name);
    if (key) return key;
    const row = Number.isSafeInteger(version) ? await findDataKey(db, orgId, version) : null;
    if (!row) throw new BoxError(`organization ${orgId} has no data key ${version}`);
    const unwrapped = unwrap(row);
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(name, unwrapped);
    return unwrapped;
  }

  return {
    async seal(db, context, text) {
      return sealBox(await newestKey(db, context.orgId), Buffer.from(text), boxContext(context));
    },
    async open(db, context, box) {
      const open = async () =>
        openBox(await keyOf(db, context.orgId, box), box, boxContext(context)).toString("utf8");
      const name = `${context.orgId}:${Number(boxKeyId(box))}`;
      const cached = cache.get(name);
      try {
        return await open();
      } catch (error) {
        // The transaction that created the cached key may have been rolled back; then another one has its version.
        if (cached === undefined || !(error instanceof BoxError)) throw error;
        cache.delete(name);
        return open();
      }
    },
  };
}

function wrapDataKey(
  master: SealingKey,
  { orgId, version, bytes }: { orgId: OrgId; version: number; bytes: Buffer },
): DataKeyRow {
  const wrapped = sealBox(master, bytes, wrapContext(orgId, version));
  return { org_id: orgId, version, wrapped, master_key_id: master.id };
}

/** Encrypts the same data key with another master key. */
export function rewrap(row: DataKeyRow, from: SealingKey, to: SealingKey): DataKeyRow {
  const bytes = openBox(from, row.wrapped, wrapContext(row.org_id, row.version));
  return wrapDataKey(to, { orgId: row.org_id, version: row.version, bytes });
}

function wrapContext(orgId: OrgId, version: number): string[] {
  return ["data key", orgId, String(version)];
}

function boxContext({ purpose, orgId, id, version }: BoxContext): string[] {
  return [purpose, orgId, id, String(version)];
}
