import type { KeptBody } from "@vedette/contract/checks/check-results.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findBody } from "./queries.ts";
import { findResultPosition } from "./result-view.ts";

/** Returns the kept response of a result. Throws not-found if there is none. */
export async function getKeptBody(
  db: Db,
  { orgId, monitorId, resultId }: { orgId: string; monitorId: string; resultId: string },
): Promise<KeptBody> {
  const position = findResultPosition(resultId);
  const body = position && (await findBody(db, { orgId, monitorId }, position));
  if (body === null) throw notFound("kept response");
  return body;
}
