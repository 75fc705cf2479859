import { CHECK_FIELDS, checkKind } from "@vedette/contract/checks/check-kinds.ts";
import { monitorCreate } from "@vedette/contract/targets/monitors.ts";
import { expect, test } from "vitest";
import { aMonitor } from "../../../../test/fixtures.ts";
import { formView, loadFormView } from "./form-views.ts";
import { EMPTY_DRAFT, monitorBody, monitorDraft } from "./monitor-draft.ts";

const withUrl = (fields: object) => ({ url: { ...formView("url").emptyDraft, ...fields } });

test("a name and an address suffice", () => {
  const body = monitorBody({ ...EMPTY_DRAFT, name: "Shop", checks: withUrl({ url: "shop.example" }) });
  expect(monitorCreate.safeParse(body)).toMatchObject({
    success: true,
    data: { name: "Shop", url: "https://shop.example", interval: 60, method: "GET" },
  });
});

test("a monitor that is opened and saved stays as it was", () => {
  const monitor = aMonitor({
    method: "POST",
    body: "{}",
    headers: { accept: "text/plain" },
    max_redirects: 3,
    accept_statuses: ["200-299", 404],
    ip_family: 6,
    resolve: { "shop.example:443": "2001:db8::1" },
    cache_bust: true,
    keep_body: "on_failure",
    retries: 2,
    retry: { count: 2, interval_seconds: 5, backoff: "linear", other_location: false },
    degraded_after_ms: 500,
    tags: ["shop"],
    assertions: [
      { type: "status_code", property: null, operator: "equals", value: 201 },
      { type: "json_path", property: "$.ok", operator: "equals", value: true },
      { type: "header", property: "server", operator: "exists", value: null },
    ],
  });
  const { success, data } = monitorCreate.safeParse(monitorBody(monitorDraft(monitor)));
  const { id, org_id, status, status_since, created_at, updated_at, ...rest } = monitor;
  const {
    paused_reason,
    snooze,
    status_reason,
    last_checked_at,
    last_response_time_ms,
    ssl_expires_at,
    baseline,
    set_status,
    domain_expires_at,
    registration,
    ...own
  } = rest;
  // Fields of other kinds are not sent, and the count is sent as `retries`.
  const {
    retry: { count, ...retry },
    ...fields
  } = own;
  const ofUrl = checkKind("url").fields;
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([name]) => name in ofUrl || !(name in CHECK_FIELDS)),
  );
  expect(success).toBe(true);
  expect(data).toMatchObject({ ...sent, retry });
});

test("a TCP monitor takes along nothing of the address that was typed before", async () => {
  await loadFormView("tcp");
  const tcp = { ...formView("tcp").emptyDraft, host: "mail.example", port: "25" };
  const checks = { ...withUrl({ url: "a.example", headers: { a: "b" }, body: "x" }), tcp };
  const body = monitorBody({ ...EMPTY_DRAFT, name: "Mail", type: "tcp", checks });
  expect(monitorCreate.safeParse(body)).toMatchObject({
    success: true,
    data: { host: "mail.example", port: 25 },
  });
});

test("what is no number is not passed off as one", () => {
  const body = monitorBody({
    ...EMPTY_DRAFT,
    name: "a",
    checks: withUrl({ url: "a.example" }),
    interval: "often",
  });
  const { error } = monitorCreate.safeParse(JSON.parse(JSON.stringify(body)));
  expect(error?.issues.map(({ path }) => path)).toEqual([["interval"]]);
});
