import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { createRecipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: PageMaker;
let needConfirmation = false;

beforeAll(async () => {
  const recipients = createRecipients({
    clock: systemClock,
    serverUrl: "http://localhost:80",
    secret: "signs links in tests",
    needConfirmation: false,
    mailsPerHour: 0,
  });
  running = await startTestApp({
    mailer: { isConfigured: true, send: async () => {} },
    recipients: Object.defineProperty({ ...recipients }, "needConfirmation", { get: () => needConfirmation }),
  });
});
beforeEach(async () => {
  needConfirmation = false;
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const pathOf = ({ id }: { id: string }) => `/status-pages/${id}/subscribers`;
const add = (page: { id: string }, fields: object) =>
  make.send("POST", pathOf(page), { type: "email", ...fields });
async function added(page: { id: string }, fields: object): Promise<PageSubscriber> {
  const response = await add(page, fields);
  expect([response.statusCode, response.body]).toEqual([201, response.body]);
  return response.json().data;
}
const fieldsOf = (response: { json(): { error: { details: { path: string }[] } } }) =>
  response.json().error.details.map(({ path }) => path);

describe("a subscriber that the owner adds", () => {
  test("is asked to confirm, unless the owner says that it agreed, which is audited", async () => {
    const page = await make.page();
    expect(await added(page, { address: "Ask@Example.org" })).toMatchObject({
      ...{
        address: "ask@example.org",
        state: "pending",
        components: null,
        language: "en",
        confirmed_at: null,
      },
      topics: ["incidents", "maintenance"],
    });
    const known = await added(page, { address: "known@example.org", confirmed: true, topics: ["incidents"] });
    expect(known).toMatchObject({ state: "active", topics: ["incidents"] });
    expect(await added(page, { address: "KNOWN@example.org" })).toEqual(known);
    const { data } = (await make.send("GET", "/audit-log?action=page_subscriber.create")).json();
    expect(data[1]).toMatchObject({
      target: { type: "page_subscriber", id: known.id },
      after: { page_id: page.id, type: "email", confirmed: true },
    });
    expect(JSON.stringify(data)).not.toContain("known@example.org");
    const [row] = await running.database.rows(sql`select * from page_subscriber where id = ${known.id}`);
    expect(JSON.stringify(row)).not.toContain("known@example.org");
  });

  test("cannot be confirmed for an address that unsubscribed, or where recipients must confirm", async () => {
    const page = await make.page();
    const { id } = await added(page, { address: "left@example.org", confirmed: true });
    await running.database.run(sql`update page_subscriber set state = 'unsubscribed' where id = ${id}`);
    expect(fieldsOf(await add(page, { address: "left@example.org", confirmed: true }))).toEqual([
      "confirmed",
    ]);
    expect(await added(page, { address: "left@example.org" })).toMatchObject({ state: "unsubscribed" });
    needConfirmation = true;
    expect(fieldsOf(await add(page, { address: "new@example.org", confirmed: true }))).toEqual(["confirmed"]);
  });

  test.each([
    [{ address: "no-address" }, "address"],
    [{ address: "a@example.org\nBcc: b@example.org" }, "address"],
    [{ type: "webhook", address: "ftp://example.org/" }, "address"],
    [{ type: "webhook", address: "https://u:p@example.org/" }, "address"],
    [{ type: "pager", address: "a@example.org" }, "type"],
    [{ address: "a@example.org", topics: [] }, "topics"],
    [{ address: "a@example.org", topics: ["incidents", "incidents"] }, "topics"],
    [{ address: "a@example.org", components: ["none"] }, "components"],
    [{ address: "a@example.org", language: "xx" }, "language"],
  ])("is rejected: %j", async (fields, field) => {
    const response = await add(await make.page(), fields);
    expect([response.statusCode, fieldsOf(response)[0]?.split(".")[0]]).toEqual([400, field]);
  });
});

describe("the list of subscribers", () => {
  test("has pages, filters and counts, and shows no path of a URL", async () => {
    const page = await make.page();
    for (let nr = 0; nr < 5; nr++) await added(page, { address: `s${nr}@example.org`, confirmed: nr < 2 });
    const hook = await added(page, { type: "slack", address: "https://hooks.example.org/secret?x=1" });
    expect(hook.address).toBe("https://hooks.example.org/…");
    const list = async (query: string) => (await make.send("GET", `${pathOf(page)}?${query}`)).json();
    const addresses = ({ data }: { data: PageSubscriber[] }) => data.map(({ address }) => address);
    const first = await list("limit=4");
    expect(first.meta.has_more).toBe(true);
    const rest = await list(`limit=4&cursor=${first.meta.next_cursor}`);
    expect([...addresses(first), ...addresses(rest)]).toEqual([
      hook.address,
      ...[4, 3, 2, 1, 0].map((nr) => `s${nr}@example.org`),
    ]);
    expect(addresses(await list("state=active"))).toEqual(["s1@example.org", "s0@example.org"]);
    expect(addresses(await list("type=slack"))).toEqual([hook.address]);
    expect(addresses(await list("address=S3@example.org"))).toEqual(["s3@example.org"]);
    expect(addresses(await list("address=https://hooks.example.org/secret?x=1"))).toEqual([hook.address]);
    expect(addresses(await list("address=s3"))).toEqual([]);
    const counts = (await make.send("GET", `/status-pages/${page.id}/subscriber-counts`)).json().data;
    expect(counts).toEqual({ pending: 4, active: 2, unsubscribed: 0, disabled: 0 });
    expect((await make.send("DELETE", `${pathOf(page)}/${hook.id}`)).statusCode).toBe(200);
    expect(addresses(await list("type=slack"))).toEqual([]);
  });

  test("is exported as CSV without formulas, which is audited", async () => {
    const page = await make.page();
    await added(page, { address: "+cmd@example.org" });
    const file = await make.send("GET", `${pathOf(page)}.csv`);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toContain("attachment");
    const [head, line = ""] = file.body.split("\r\n");
    expect(head).toBe(
      "id,type,address,state,topics,components,language,confirmed_at,ended_at,created_by,created_at",
    );
    expect(line).toContain(",email,'+cmd@example.org,pending,incidents maintenance,,en,,,");
    const { data } = (await make.send("GET", "/audit-log?action=page_subscriber.export")).json();
    expect(data).toHaveLength(1);
  });

  test("is not for viewers, who see the counts", async () => {
    const page = await make.page();
    const viewer = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    const status = async (path: string) =>
      (await running.callAs(viewer, { method: "GET", url: `/api/v1/status-pages/${page.id}/${path}` }))
        .statusCode;
    expect(await status("subscribers")).toBe(403);
    expect(await status("subscribers.csv")).toBe(403);
    expect(await status("subscriber-counts")).toBe(200);
  });
});
