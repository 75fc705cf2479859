import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import { encodeContent } from "../../src/pipeline/evidence/bundle-content.ts";
import { insertBundle } from "../../src/pipeline/evidence/bundle-queries.ts";
import { newId } from "../../src/platform/kernel/ids.ts";
import type { Db } from "../../src/platform/storage/database.ts";

type BundleInput = {
  orgId: OrgId;
  targetId: TargetId;
  at?: Date;
  verdict?: Partial<Verdict>;
  facts?: Partial<EvidenceFacts>;
};

/** Stores a bundle of a target that went down, without facts by default, and returns its ID. */
export async function makeBundle(
  db: Db,
  { orgId, targetId, at = new Date(), verdict, facts }: BundleInput,
): Promise<string> {
  const id = newId(at.getTime());
  await insertBundle(db, {
    ...{ id, target_id: targetId, org_id: orgId, at, reason: "down", changed_at: at, requested_by: null },
    ...{ layer: "tcp", scope: "all", certainty: "likely", summary: "Every address refuses connections." },
    ...verdict,
    facts: await encodeContent({
      facts: {
        target: { host: "shop.example", port: 443, kind: "url", step: null },
        ...{ vantages: [], not_collected: [], last_good: null, first_bad: null },
        ...facts,
      },
      ...{ locations: [], run: null },
    }),
  });
  return id;
}
