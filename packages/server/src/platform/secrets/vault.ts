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
 * Seals and opens organizations' secrets: each organization has a data key, which a master key wraps. A
 * box is bound to purpose, organization, row and version, so that one in another's place does not open.
 * Must never know who asks, and never log or store what it opens.
 */
export type Vault = {
  /** Inside a transaction: an organization's first secret brings its data key along. */
  seal(db: Db, place: BoxContext, text: string): Promise<Buffer>;
  /** Throws a BoxError for what does not open there. */
  open(db: Db, place: BoxContext, box: Buffer): Promise<string>;
};

export type BoxContext = { purpose: string; orgId: OrgId; id: string; version: number };

const FIRST_VERSION = 1;
/** Data keys remembered, 100 bytes each; beyond it they are unwrapped anew. */
const KNOWN_MAX = 10_000;

export function createVault(masterKeys: MasterKeys): Vault {
  const known = new Map<string, SealingKey>();

  function unwrap({ org_id: orgId, version, wrapped, master_key_id: masterId }: DataKeyRow): SealingKey {
    const master = masterKeys.find(masterId);
    if (!master) throw new BoxError(`the master key ${masterId} is not at hand`);
    return { id: String(version), bytes: openBox(master, wrapped, wrapContext(orgId, version)) };
  }

  /** Not remembered: the transaction that made it may still be rolled back. */
  async function newestKey(db: Db, orgId: OrgId): Promise<SealingKey> {
    const row = await findNewestDataKey(db, orgId);
    if (row) return unwrap(row);
    await keepRotationOut(db);
    const made = wrapDataKey(masterKeys.current(), { orgId, version: FIRST_VERSION, bytes: newKeyBytes() });
    await insertDataKey(db, made);
    const stored = await findNewestDataKey(db, orgId);
    if (!stored) throw new Error(`organization ${orgId} has no data key after one was made`);
    return unwrap(stored);
  }

  async function keyOf(db: Db, orgId: OrgId, box: Buffer): Promise<SealingKey> {
    const version = Number(boxKeyId(box));
    const name = `${orgId}:${version}`;
    const key = known.get(name);
    if (key) return key;
    const row = Number.isSafeInteger(version) ? await findDataKey(db, orgId, version) : null;
    if (!row) throw new BoxError(`organization ${orgId} has no data key ${version}`);
    const unwrapped = unwrap(row);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(name, unwrapped);
    return unwrapped;
  }

  return {
    async seal(db, place, text) {
      return sealBox(await newestKey(db, place.orgId), Buffer.from(text), boxContext(place));
    },
    async open(db, place, box) {
      return openBox(await keyOf(db, place.orgId, box), box, boxContext(place)).toString("utf8");
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

/** The same key under another master key. */
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
