import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  evidenceBundleSchema,
  evidenceListQuery,
  evidenceParams,
} from "@vedette/contract/evidence/evidence-bundles.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { TestRuns } from "../runs/service-test-runs.ts";
import { COLLECT_HANDLER_TIMEOUT_MS, collectEvidenceNow, getEvidence, listEvidencePage } from "./service.ts";

const tag = "Evidence";
const URL = "/api/v1/targets/:id/evidence";
/** As for results. */
const reading = { scope: "agent", role: "viewer" } as const;
const running = { scope: "agent", role: "member" } as const;

export type EvidenceRouteDeps = {
  testRuns: Pick<TestRuns, "withSlot">;
  availability: (orgId: OrgId) => OrgRunnerAvailability;
};

export function evidenceRoutes({ testRuns, availability }: EvidenceRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listEvidence",
      tag,
      method: "GET",
      url: URL,
      summary: "List the evidence of a target",
      description:
        "Returns what was collected when the target went down, with the verdict on why it is down, newest first. " +
        "Evidence is kept for 90 days.",
      access: reading,
      request: { params: idParams, query: evidenceListQuery },
      response: page(evidenceBundleSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listEvidencePage(ctx, params.id, query)),
      }),
    }),
    defineRoute({
      id: "collectEvidence",
      tag,
      method: "POST",
      url: URL,
      summary: "Collect evidence now",
      description:
        "Looks at the target from up to two of its locations and responds when that is done, within about 20 seconds. " +
        "At most once a minute for a target.",
      access: running,
      request: { params: idParams },
      response: success(evidenceBundleSchema),
      status: 200,
      handlerTimeoutMs: COLLECT_HANDLER_TIMEOUT_MS,
      handler: async (ctx, { params }) =>
        ok(
          await testRuns.withSlot(ctx.orgId, () =>
            collectEvidenceNow(ctx, { id: params.id, availability: availability(ctx.orgId) }),
          ),
        ),
    }),
    defineRoute({
      id: "getEvidence",
      tag,
      method: "GET",
      url: `${URL}/:evidence_id`,
      summary: "Get evidence by ID",
      access: reading,
      request: { params: evidenceParams },
      response: success(evidenceBundleSchema),
      status: 200,
      handler: async (ctx, { params }) =>
        ok(await getEvidence(ctx, { id: params.id, evidenceId: params.evidence_id })),
    }),
  ];
}
