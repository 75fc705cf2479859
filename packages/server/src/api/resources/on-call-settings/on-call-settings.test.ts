import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const SETTINGS = "/api/v1/on-call/settings";
const read = () => running.call(org.keys.admin, { method: "GET", url: SETTINGS });
const put = (payload: object, etag?: string) =>
  running.call(org.keys.admin, {
    ...{ method: "PUT", url: SETTINGS, payload },
    ...(etag !== undefined && { headers: { "if-match": etag } }),
  });

async function makeChannel(type: "twilio_sms" | "twilio_call"): Promise<string> {
  const config = {
    ...{ account_sid: `AC${"0".repeat(32)}`, auth_token: "f".repeat(32), from: "+15550100001" },
    to: ["+15550100002"],
  };
  const response = await running.call(org.keys.admin, {
    ...{ method: "POST", url: "/api/v1/alerts/channels", payload: { name: type, type, config } },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
}

describe("the on-call settings", () => {
  test("name channels of the organization, each of its type", async () => {
    const [sms, call] = [await makeChannel("twilio_sms"), await makeChannel("twilio_call")];
    const swapped = await put({ sms_channel_id: call, call_channel_id: sms });
    expect(swapped.json().error.details.map(({ path }: { path: string }) => path)).toEqual([
      ...["sms_channel_id", "call_channel_id"],
    ]);
    expect((await put({ sms_channel_id: sms })).json().data).toMatchObject({
      ...{ sms_channel_id: sms, call_channel_id: null },
    });
    expect((await put({ call_channel_id: call })).json().data).toMatchObject({
      ...{ sms_channel_id: sms, call_channel_id: call },
    });
    org = await makeOrg(running.database);
    expect((await put({ sms_channel_id: sms })).statusCode).toBe(400);
    expect((await read()).json().data).toMatchObject({ sms_channel_id: null, updated_at: null });
  });

  test("are not replaced by a change that read earlier ones", async () => {
    const sms = await makeChannel("twilio_sms");
    const etag = String((await read()).headers.etag);
    const first = await put({ sms_channel_id: sms }, etag);
    expect(first.statusCode).toBe(200);
    expect((await put({ sms_channel_id: null }, etag)).statusCode).toBe(412);
    expect((await read()).json().data.sms_channel_id).toBe(sms);
    expect((await put({ sms_channel_id: null }, String(first.headers.etag))).statusCode).toBe(200);
  });

  test("take one of two changes that different callers make at once", async () => {
    const channels = [await makeChannel("twilio_sms"), await makeChannel("twilio_sms")];
    const person = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    for (let round = 0; round < 5; round++) {
      const headers = { "if-match": String((await read()).headers.etag) };
      const payload = { sms_channel_id: channels[round % 2] };
      const answers = await Promise.all([
        running.call(org.keys.admin, { ...{ method: "PUT", url: SETTINGS, payload }, headers }),
        running.callAs(person, { ...{ method: "PUT", url: SETTINGS, payload }, headers }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    }
  });
});
