import { expect, test } from "vitest";
import { commandLab } from "../../../test/command-lab.ts";

const lab = commandLab();
const { vdt } = lab;
const respond = (data: unknown) => {
  lab.responses = [{ body: { success: true, data } }];
};
const cellsOf = (line: string | undefined) => line?.trimEnd().split(/ {2,}/);
const POLICY = "0192aaaa-0000-7000-8000-000000000000";

test("prints who is on call, also without a second word", async () => {
  const shift = { people: [{ name: "Ada" }], until: "2026-01-02T00:00:00Z", next: [{ name: "Grace" }] };
  respond([{ name: "Primary", ...shift, gaps: [{}] }]);
  const { code, out } = await vdt("on-call");
  expect([code, lab.asked.at(-1)?.url]).toEqual([0, "/api/v1/on-call"]);
  expect(cellsOf(out.split("\n")[1])).toEqual(["Primary", "Ada", "2026-01-02T00:00:00Z", "Grace", "1"]);
  expect(await vdt("on-call tomorrow")).toMatchObject({ code: 2 });
});

test("prints the channels for SMS and calls, and changes those that are given", async () => {
  respond({ sms_channel_id: "s1", call_channel_id: null, updated_at: null });
  expect((await vdt("on-call settings")).out).toMatch(/SMS channel +s1\nCall channel +none/);
  expect(lab.asked.at(-1)).toMatchObject({ method: "GET", url: "/api/v1/on-call/settings" });
  respond({ sms_channel_id: null, call_channel_id: null, updated_at: null });
  expect((await vdt("on-call settings --sms-channel none")).code).toBe(0);
  const change = lab.asked.at(-1);
  expect([change?.method, JSON.parse(change?.body ?? "")]).toEqual(["PUT", { sms_channel_id: null }]);
});

test("lists only the members who are hard to reach", async () => {
  const ada = {
    person_id: "p1",
    name: "Ada",
    contact_types: ["email"],
    problems: ["No verified phone number."],
  };
  const grace = { person_id: "p2", name: "Grace", contact_types: ["sms"], problems: [] };
  respond({ members: [ada, grace], has_more: false });
  const { out } = await vdt("on-call unreachable");
  expect(out.split("\n").slice(1).map(cellsOf)).toEqual([
    ["Ada", "email", "No verified phone number.", "p1"],
  ]);
  respond({ members: [grace], has_more: false });
  expect((await vdt("on-call unreachable")).complaint).toContain("Every member can be reached.");
});

test("the list of members has the IDs of persons that schedules take", async () => {
  lab.responses = [
    { body: { success: true, data: [{ id: "o1", name: "Org" }] } },
    { body: { success: true, data: [{ id: "m1", user_id: "p1", name: "Ada" }], meta: { has_more: false } } },
  ];
  const { out } = await vdt("members list");
  const [columns, row] = out.split("\n").map(cellsOf);
  expect(row?.[columns?.indexOf("PERSON ID") ?? -1]).toBe("p1");
});

test("starts a fire drill, and lists what became of its messages", async () => {
  const receipts = [{ status: "sent" }, { status: "failed" }, { status: "sent" }];
  const escalation = {
    ...{ started_at: "2026-01-02T00:00:00Z", state: "finished" },
    steps: [{ notified: [{ receipts }] }, { notified: [] }],
  };
  const drill = { id: "d1", escalation, acknowledgements: [{ name: "Ada" }] };
  respond(drill);
  expect((await vdt(`policies drill ${POLICY}`)).out).toContain("d1");
  expect(lab.asked.at(-1)).toMatchObject({
    method: "POST",
    url: `/api/v1/escalation-policies/${POLICY}/drill`,
  });
  respond([drill]);
  const { out } = await vdt(`policies drills ${POLICY}`);
  expect(cellsOf(out.split("\n")[1])).toEqual([
    ...["2026-01-02T00:00:00Z", "finished", "2", "2", "1", "Ada", "d1"],
  ]);
});
