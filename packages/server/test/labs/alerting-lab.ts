import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Database } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type Recording,
  selectable,
  startRecording,
} from "../alerting.ts";
import { makeMonitor, makeOrganization } from "../builders.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";

export const NOW_MS = Date.UTC(2026, 10, 20, 12);
export const FAILURES: RuleCondition = {
  type: "consecutive_failures",
  params: { threshold: 2, min_locations: 1 },
};

/**
 * Registers the hooks of a test file about alerting: one database for the file, and for each test an organization
 * with a channel, and a recorder that evaluates the rules.
 */
export function alertingLab() {
  let harness: TestDatabase;
  let orgId: string;
  let channelId: string;
  let recording: Recording;
  beforeAll(async () => {
    harness = await testDatabase();
  });
  afterAll(() => harness.drop());
  beforeEach(async () => {
    orgId = await makeOrganization(harness.database);
    channelId = await makeChannel(harness.database, orgId);
    recording = await startRecording(harness.database);
  });
  afterEach(() => recording.stop());
  const state = {
    get database() {
      return harness.database;
    },
    get orgId() {
      return orgId;
    },
    get channelId() {
      return channelId;
    },
    get recording() {
      return recording;
    },
  };
  return Object.assign(state, alertingSteps(state), {
    async restart(more: Parameters<typeof startRecording>[1] = {}): Promise<void> {
      await recording.stop();
      recording = await startRecording(harness.database, more);
    },
  });
}

type State = { database: Database; orgId: string; channelId: string; recording: Recording };

function alertingSteps(state: State) {
  const rulesOf = (targetId: string) => state.recording.rules.rulesFor(selectable(state.orgId, targetId));
  const isCached = (targetId: string, ruleId: string) =>
    expect.poll(() => rulesOf(targetId).some(({ id }) => id === ruleId), { timeout: 30_000 }).toBe(true);
  return {
    rulesOf,
    isCached,
    /** Makes a monitor with one location and a rule of its own that the cache has loaded. */
    async watched(
      condition: RuleCondition = FAILURES,
      more: Partial<Parameters<typeof makeRule>[1]> = {},
    ): Promise<{ targetId: string; seriesKey: number; ruleId: string }> {
      const { id: targetId, seriesKeys } = await makeMonitor(state.database, { orgId: state.orgId });
      const ruleId = await makeRule(state.database, {
        orgId: state.orgId,
        targetId,
        channelIds: [state.channelId],
        ...more,
        ...condition,
      });
      await isCached(targetId, ruleId);
      return { targetId, seriesKey: seriesKeys[0] ?? 0, ruleId };
    },
    alerts: () => listAlerts(state.database, state.orgId),
    notices: () => listNotifications(state.database, state.orgId),
    targetStatus: (id: string) =>
      state.database.find<object>(sql`select status, status_reason from target where id = ${id}`),
  };
}
