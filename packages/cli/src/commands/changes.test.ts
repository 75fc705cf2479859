import { expect, test } from "vitest";
import { commandLab } from "../../test/command-lab.ts";

const lab = commandLab();

const CHANGE = {
  ...{
    id: "observed 1",
    at: "2026-11-27T09:00:00.000Z",
    kind: "observed",
    field: "issuer",
    before: "R3",
    after: "E5",
  },
  summary: "Certificate issuer changed from R3 to E5.",
  ...{ locations: ["berlin", "tokyo"], is_last: false, by: null, url: null },
};
const DEPLOY = {
  ...CHANGE,
  id: "deploy 1",
  kind: "deploy",
  summary: "Deploy: 2.1.",
  locations: [],
  by: "ci",
};
const ok = (data: unknown, meta?: unknown) => ({
  body: { success: true, data, ...(meta !== undefined && { meta }) },
});

test("prints what changed at a target, up to the limit", async () => {
  lab.responses = [ok([CHANGE, DEPLOY], { next_cursor: "c", has_more: true })];
  const { code, out } = await lab.vdt("changes 7 --limit 2 --from 2026-11-27T08:00:00Z");
  expect(code).toBe(0);
  expect(out).toContain(CHANGE.summary);
  expect(out).toMatch(/observed.*berlin, tokyo\n.*deploy.*ci/);
  expect(lab.asked.map(({ url }) => url)).toEqual([
    "/api/v1/targets/7/changes?limit=2&from=2026-11-27T08%3A00%3A00Z",
  ]);
});

test("prints what changed before an alert in the order of the server", async () => {
  lab.responses = [ok([{ ...DEPLOY, score: 0.9, seconds_before: 60 }, CHANGE])];
  const { code, out } = await lab.vdt("changes --alert 9 --json");
  expect([code, JSON.parse(out).map(({ id }: { id: string }) => id)]).toEqual([
    0,
    ["deploy 1", "observed 1"],
  ]);
  expect(lab.asked[0]?.url).toBe("/api/v1/alerts/9/changes");
});

test.each(["changes", "changes 7 --alert 9"])("vdt %s says what is missing", async (words) => {
  const { code, complaint } = await lab.vdt(words);
  expect(code).toBe(2);
  expect(complaint).toContain("requires the ID of a target or --alert, and not both");
});
