import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { z } from "zod";
import { defineTool, type ToolContext } from "../tool.ts";
import { FIND_TARGET, getListedTarget, targetId } from "./tool-fields.ts";

/** Facts about the last failure of a target, from stored data. Draws no conclusions. */

/** Changes and deploys this long before a failure may be its cause. */
const BEFORE_MS = 86_400_000;
/** Entries of each list. */
const ENTRIES_MAX = 10;
/** Entries of the activity of an organization in which those of one target are searched. */
const ACTIVITY_SEARCHED = 200;
/** The activity endpoint goes back 31 days. */
const ACTIVITY_MS_MAX = 30 * BEFORE_MS;

export const EXPLAIN_FAILURE = defineTool({
  name: "explain_failure",
  title: "Explain a failure",
  description:
    "Returns the facts about the last failure of a target: the outage, the failed result with error code and phases, the " +
    "last good result, the open alert, and configuration changes and deploys of the 24 hours before it. No conclusions.",
  input: z.strictObject({ target_id: targetId }),
  endpoints: [
    FIND_TARGET,
    "GET /api/v1/targets/{id}/outages",
    "GET /api/v1/monitors/{id}/results",
    "GET /api/v1/runs",
    "GET /api/v1/runs/{id}/steps",
    "GET /api/v1/alerts",
    "GET /api/v1/markers",
  ],
  async run(ctx, { target_id: id }) {
    const { call } = ctx;
    const target = await getListedTarget(call, id);
    const [outage = null] = (
      await call("GET /api/v1/targets/{id}/outages", { path: { id }, query: { limit: 1 } })
    ).data;
    const results = await readResults(ctx, target);
    const alerts = await call("GET /api/v1/alerts", {
      query: { target_id: id, status: "pending,sent,failed", limit: ENTRIES_MAX },
    });
    const failedAt = outage?.started_at ?? results.failed_at;
    const { id: _, kind, name, type, address, status, status_since, failures } = target;
    return {
      target: { id, kind, name, type, address, status, status_since, failures },
      outage,
      ...results,
      open_alerts: alerts.data.map(({ id: alertId, title, message, evidence, triggered_at }) => {
        return { id: alertId, title, message, evidence, triggered_at };
      }),
      ...(failedAt === null ? { changes: [], deploys: [] } : await readCauses(ctx, target, failedAt)),
      notes: notesOf({ ...results, hasOutage: outage !== null }),
    };
  },
});

type Results = { failed: unknown; failed_steps: unknown; last_good: unknown; failed_at: string | null };

async function readResults({ call }: ToolContext, { id, kind }: Target): Promise<Results> {
  if (kind === "heartbeat") return { failed: null, failed_steps: null, last_good: null, failed_at: null };
  if (kind === "monitor") {
    const newest = async (status: string): Promise<CheckResult | null> => {
      const query = { status, limit: 1 };
      return (await call("GET /api/v1/monitors/{id}/results", { path: { id }, query })).data[0] ?? null;
    };
    const failed = await newest("down,degraded,error");
    return {
      ...{ failed, failed_steps: null, last_good: await newest("up") },
      failed_at: failed?.checked_at ?? null,
    };
  }
  const newest = async (status: string) =>
    (await call("GET /api/v1/runs", { query: { target_id: id, status, limit: 1 } })).data[0] ?? null;
  const failed = await newest("failed");
  const steps = failed && (await call("GET /api/v1/runs/{id}/steps", { path: { id: failed.id } })).data;
  return {
    ...{ failed, failed_steps: steps?.filter((step) => step.status === "failed") ?? null },
    ...{ last_good: await newest("passed"), failed_at: failed?.started_at ?? null },
  };
}

async function readCauses({ call, mayCall, now }: ToolContext, { id }: Target, failedAt: string) {
  const toMs = Date.parse(failedAt);
  const from = new Date(toMs - BEFORE_MS).toISOString();
  const to = new Date(toMs + 1_000).toISOString();
  const deploys = await call("GET /api/v1/markers", {
    query: { target_id: id, from, to, limit: ENTRIES_MAX },
  });
  const isRecent = now() - toMs < ACTIVITY_MS_MAX - BEFORE_MS;
  if (!mayCall("GET /api/v1/activity") || !isRecent) return { deploys: deploys.data, changes: null };
  const activity = await call("GET /api/v1/activity", { query: { from, limit: ACTIVITY_SEARCHED } });
  const changes = activity.data.filter(
    (entry) => entry.type === "change" && entry.object.id === id && entry.at <= to,
  );
  return { deploys: deploys.data, changes: changes.slice(0, ENTRIES_MAX) };
}

/** Says what is missing, so that a model does not invent it. */
function notesOf({ failed, hasOutage }: { failed: unknown; hasOutage: boolean }): string[] {
  if (failed !== null || hasOutage) return [];
  return ["No failure of this target is stored."];
}
