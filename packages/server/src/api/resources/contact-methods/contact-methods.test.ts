import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { createManualClock } from "../../../../test/deliveries.ts";
import { sql } from "../../../platform/storage/sql.ts";

const clock = createManualClock();
const sent: { type: string; address: string; code: string }[] = [];
let running: TestApp;
let org: TestOrg;
let ada: Awaited<ReturnType<typeof makeMember>>;
let failure: string | null = null;

beforeAll(async () => {
  running = await startTestApp({
    clock,
    async sendContactCode({ type, address, code }) {
      sent.push({ type, address, code });
      return failure;
    },
  });
});
beforeEach(async () => {
  clock.move(86_400_000);
  sent.length = 0;
  failure = null;
  await running.database.run(sql`delete from rate_limit_counter`);
  org = await makeOrg(running.database);
  ada = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
});
afterAll(() => running.stop());

const METHODS = "/user/contact-methods";
function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, by = ada) {
  const headers = { "x-organization-id": org.orgId };
  return running.callAs(by, { method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
}
async function add(address = "+1 (555) 010-0002", type = "sms", by = ada): Promise<string> {
  const response = await call("POST", METHODS, { type, address }, by);
  expect(response.statusCode).toBe(201);
  return response.json().data.id;
}
const codeFor = (id: string, by = ada) => call("POST", `${METHODS}/${id}/code`, undefined, by);
const verify = (id: string, code: string, by = ada) => call("POST", `${METHODS}/${id}/verify`, { code }, by);
const wrongCode = () => String((Number(sent.at(-1)?.code) + 1) % 1_000_000).padStart(6, "0");

describe("a contact method", () => {
  test("of the account is there from the start, verified, and cannot be deleted", async () => {
    const methods = (await call("GET", METHODS)).json().data;
    expect(
      methods.map(({ type, address, is_account }: Record<string, unknown>) => [type, address, is_account]),
    ).toEqual([
      ["email", ada.email, true],
      ["push", null, true],
    ]);
    for (const { id, verified_at } of methods) {
      expect(verified_at).not.toBeNull();
      expect((await call("DELETE", `${METHODS}/${id}`)).statusCode).toBe(400);
      expect((await codeFor(id)).statusCode).toBe(400);
    }
  });

  test("is verified by the code that was sent to it, once", async () => {
    const id = await add();
    expect((await codeFor(id)).statusCode).toBe(200);
    expect(sent).toMatchObject([{ type: "sms", address: "+15550100002" }]);
    const code = sent[0]?.code ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect((await verify(id, code)).json().data).toMatchObject({
      verified_at: expect.any(String),
      code_expires_at: null,
    });
    expect((await verify(id, code)).statusCode).toBe(400);
    const log = (await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" })).json().data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      ...["contact_method.verify", "contact_method.create"],
    ]);
    expect(JSON.stringify(log)).not.toContain("5550100002");
  });

  test.each([
    ["sms", "0123", "with its country code"],
    ["sms", "+1555\r\nBcc: eve@example.org", "with its country code"],
    ["call", "+0123456789", "with its country code"],
    ["email", "ada@example.org\r\nBcc: eve@example.org", "email address"],
    ["email", "ada@example.org, eve@example.org", "email address"],
  ])("of type %s with the address %j is rejected", async (type, address, words) => {
    const response = await call("POST", METHODS, { type, address });
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "address"]);
    expect(response.json().error.message).toContain(words);
  });

  test("exists once, and at most 10 times", async () => {
    await add();
    expect((await call("POST", METHODS, { type: "sms", address: "+15550100002" })).statusCode).toBe(400);
    const own = await call("POST", METHODS, { type: "email", address: ada.email.toUpperCase() });
    expect(own.json().error.details).toEqual([
      { path: "address", message: "is one of your contact methods already" },
    ]);
    for (let count = 0; count < 7; count++) await add(`+1555010010${count}`);
    const last = await call("POST", METHODS, { type: "sms", address: "+15550100999" });
    expect(last.json().error.message).toContain("the maximum");
  });
});

describe("a code", () => {
  test("allows 5 attempts, also if they are concurrent", async () => {
    const id = await add();
    await codeFor(id);
    const attempts = await Promise.all(Array.from({ length: 20 }, () => verify(id, wrongCode())));
    const messages = attempts.map((each) => each.json().error.message as string);
    expect(messages.filter((text) => text.includes("is wrong"))).toHaveLength(5);
    expect((await verify(id, sent[0]?.code ?? "")).statusCode).toBe(400);
  });

  test("expires after 10 minutes", async () => {
    const id = await add();
    await codeFor(id);
    clock.move(600_001);
    expect((await verify(id, sent[0]?.code ?? "")).statusCode).toBe(400);
  });

  test("is replaced by a newer one, and is of no use for another method", async () => {
    const [first, second] = [await add(), await add("+15550100003")];
    await codeFor(first);
    await codeFor(second);
    await codeFor(first);
    const [old, other, fresh] = sent.map(({ code }) => code);
    if (old !== fresh) expect((await verify(first, old ?? "")).statusCode).toBe(400);
    if (other !== fresh) expect((await verify(first, other ?? "")).statusCode).toBe(400);
    expect((await verify(first, fresh ?? "")).statusCode).toBe(200);
  });

  test("is sent to an address at most 5 times an hour, by all who ask together, and also if sending fails", async () => {
    failure = "The organization has no channel for SMS.";
    const bob = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const [own, other] = [await add(), await add("+15550100002", "sms", bob)];
    for (let count = 0; count < 4; count++) expect((await codeFor(own)).statusCode).toBe(400);
    expect((await codeFor(other, bob)).json().error.message).toContain("no channel for SMS");
    const limited = await codeFor(other, bob);
    expect([limited.statusCode, sent.length]).toEqual([429, 5]);
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("is sent at most 10 times an hour for a person", async () => {
    const ids = [await add(), await add("+15550100003"), await add("+15550100004")];
    const results = [];
    for (let count = 0; count < 12; count++) results.push((await codeFor(ids[count % 3] ?? "")).statusCode);
    expect(results.slice(0, 10).every((status) => status === 200)).toBe(true);
    expect(results.slice(10)).toEqual([429, 429]);
  });
});

describe("another person's contact method", () => {
  test("looks as if it did not exist, even to an owner", async () => {
    const id = await add();
    await codeFor(id);
    const owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const requests = [
      codeFor(id, owner),
      verify(id, sent[0]?.code ?? "", owner),
      call("DELETE", `${METHODS}/${id}`, undefined, owner),
    ];
    for (const response of await Promise.all(requests)) expect(response.statusCode).toBe(404);
    expect((await call("GET", METHODS, undefined, owner)).json().data).toHaveLength(2);
    const rule = { after_seconds: 0, contact_method_id: id };
    const response = await call("PUT", "/user/notification-rules", { rules: [rule] }, owner);
    expect(response.json().error.details).toEqual([
      { path: "rules.0.contact_method_id", message: "is none of your contact methods" },
    ]);
    expect((await verify(id, sent[0]?.code ?? "")).statusCode).toBe(200);
  });
});

describe("notification rules", () => {
  const RULES = "/user/notification-rules";

  test("replace each other as a whole, and go with their contact method", async () => {
    expect((await call("GET", RULES)).json().data).toEqual({ rules: [], is_default: true });
    const id = await add();
    const rule = { severity: "critical", after_seconds: 180, contact_method_id: id };
    const early = await call("PUT", RULES, { rules: [rule] });
    expect(early.json().error.details[0].message).toBe("must be verified first");
    await codeFor(id);
    await verify(id, sent[0]?.code ?? "");
    expect((await call("PUT", RULES, { rules: [rule] })).json().data).toEqual({
      rules: [rule],
      is_default: false,
    });
    expect((await call("PUT", RULES, { rules: [rule, rule] })).statusCode).toBe(400);
    const later = { ...rule, after_seconds: 600 };
    for (const rules of [[rule, later], [rule], [], [rule]])
      expect((await call("PUT", RULES, { rules })).json().data.rules).toEqual(rules);
    await call("DELETE", `${METHODS}/${id}`);
    expect((await call("GET", RULES)).json().data).toEqual({ rules: [], is_default: true });
  });

  test("are not replaced by a change that read earlier ones", async () => {
    const { id } = (await call("GET", METHODS)).json().data[0];
    const etag = String((await call("GET", RULES)).headers.etag);
    const put = (afterSeconds: number, tag: string) =>
      running.callAs(ada, {
        ...{ method: "PUT", url: `/api/v1${RULES}` },
        headers: { "x-organization-id": org.orgId, "if-match": tag },
        payload: { rules: [{ contact_method_id: id, after_seconds: afterSeconds }] },
      });
    const first = await put(60, etag);
    expect(first.statusCode).toBe(200);
    expect((await put(120, etag)).statusCode).toBe(412);
    expect((await put(120, String(first.headers.etag))).statusCode).toBe(200);
  });

  test("end with the membership, with the contact methods", async () => {
    await add();
    await running.database.run(sql`delete from membership where id = ${ada.membershipId}`);
    const left = await running.database.rows(sql`select from contact_method where person_id = ${ada.id}`);
    expect(left).toEqual([]);
  });
});

describe("the reachability of members", () => {
  test("names what is missing, shows no address, and is for admins", async () => {
    await add();
    const url = "/api/v1/on-call/reachability";
    const response = await running.call(org.keys.admin, { method: "GET", url });
    expect(response.json().data).toMatchObject({
      members: [
        {
          person_id: ada.id,
          contact_types: ["email"],
          problems: ["SMS: not verified.", "No verified phone number.", "No device with notifications."],
        },
      ],
      has_more: false,
    });
    expect(response.body).not.toContain("5550100002");
    expect((await call("GET", "/on-call/reachability")).statusCode).toBe(403);
  });
});
