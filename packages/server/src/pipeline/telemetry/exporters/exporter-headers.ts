import type { OrgId } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** The headers of an exporter are its credentials: encrypted, and never returned. */

type HeadersContext = { orgId: OrgId; id: string; version: number };

export function sealHeaders(
  { db, vault }: { db: Db; vault: Vault },
  context: HeadersContext,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer> {
  return vault.seal(db, { purpose: "telemetry_exporter", ...context }, JSON.stringify(headers));
}

export async function openHeaders(
  { db, vault }: { db: Db; vault: Vault },
  context: HeadersContext,
  encrypted: Buffer,
): Promise<Record<string, string>> {
  const text = await vault.open(db, { purpose: "telemetry_exporter", ...context }, encrypted);
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}
