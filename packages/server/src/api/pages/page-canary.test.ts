import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../test/alerting.ts";
import { makeMember, portOf, startTestApp, type TestApp } from "../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../test/pages/status-pages.ts";
import { sql } from "../../platform/storage/sql.ts";

/**
 * An organization with a canary in each text of its targets, groups, variables, members, windows and keys. None of them
 * may be in anything that a visitor receives, except what the owner put on the page.
 */
let running: TestApp;
let make: PageMaker;
const CANARY = "canary7f3a";
const ids: string[] = [];

beforeAll(async () => {
  running = await startTestApp({
    config: { publicUrl: "http://vedette.example", statusDomain: "status.example" },
  });
  make = await pageMaker(running);
  await running.database.run(sql`
    update organization set name = ${`${CANARY} org`}, slug = ${`${CANARY}-slug`} where id = ${make.org.orgId}`);
});
afterAll(() => running.stop());

async function create(path: string, payload: object): Promise<{ id: string }> {
  const response = await make.send("POST", path, payload);
  if (response.statusCode !== 201) throw new Error(`POST ${path} answered ${response.body}`);
  const { data } = response.json();
  ids.push(data.id);
  return data;
}

/** Creates the page with all that may be on it, and returns the paths of all that visitors can read. */
async function fillOrganization(): Promise<{ paths: string[]; pageId: string }> {
  const { orgId } = make.org;
  const member = await makeMember(running.database, { orgId, role: "owner" });
  await running.database.run(sql`update person set name = ${`${CANARY} person`} where id = ${member.id}`);
  await create("/variables", { name: "CANARY", value: `${CANARY} value` });
  const group = await create("/groups", { name: `${CANARY} group`, description: `${CANARY} text` });
  const monitor = await create("/monitors", {
    ...{
      name: `${CANARY} monitor`,
      type: "url",
      url: `https://${CANARY}.example/${CANARY}`,
      description: `${CANARY} text`,
    },
    ...{
      tags: [`${CANARY}-tag`],
      owner: `${CANARY} owner`,
      runbook_url: `https://${CANARY}.example/runbook`,
      group_id: group.id,
    },
  });
  const channelId = await makeChannel(running.database, orgId);
  await running.database.run(sql`
    insert into status_change (target_id, at, status, previous_status) values (${monitor.id}, now(), 'down', 'pending')`);
  const page = await make.page({ slug: "clean", title: "Public title", show: { response_chart: true } });
  const shown = await create(`/status-pages/${page.id}/component-groups`, { name: "Public group" });
  const component = await make.component(page, {
    ...{ name: "Public component", internal_name: `${CANARY} internal`, group_id: shown.id },
    selector: { tags: { any: [`${CANARY}-tag`] } },
  });
  const alertId = await makeAlert(running.database, {
    ...{ orgId, targetId: monitor.id, name: `${CANARY} monitor` },
  });
  const record = await create("/incidents", { title: `${CANARY} record`, alert_ids: [alertId] });
  await create(`/incidents/${record.id}/notes`, { text: `${CANARY} note` });
  await make.send("POST", `/incidents/${record.id}/postmortem`);
  const drafted = await make.send("POST", `/incidents/${record.id}/status-page-draft`, { page_id: page.id });
  await make.send("PUT", `/status-pages/${page.id}/incidents/${drafted.json().data.id}`, { published: true });
  ids.push(alertId, drafted.json().data.id);
  const draft = await make.incident(page, {
    title: `${CANARY} draft`,
    message: `${CANARY} text`,
    published: false,
  });
  const incident = await make.incident(page, {
    ...{ title: "Public incident", message: "Public message" },
    components: [{ id: component.id, status: "partial_outage" }],
  });
  await create("/maintenance-windows", {
    ...{
      name: "Public work",
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      duration_seconds: 600,
    },
    ...{ show_on: [page.id], announcement: "Public announcement", monitor_ids: [monitor.id] },
  });
  const hidden = await create("/maintenance-windows", {
    ...{
      name: `${CANARY} window`,
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      duration_seconds: 600,
    },
  });
  await create(`/status-pages/${page.id}/subscribers`, {
    ...{ type: "webhook", address: `https://${CANARY}.example/hook`, confirmed: true },
  });
  ids.push(
    orgId,
    page.id,
    component.id,
    draft.id,
    draft.public_id,
    incident.id,
    member.id,
    hidden.id,
    channelId,
  );
  const { body } = await visitUntil(running, "/status/clean", (response) =>
    response.body.includes("Public work"),
  );
  const found = [...body.matchAll(/(?:href|src)="(\/status\/clean[^"#]*)/g)].map(([, path = ""]) => path);
  const json = [
    "summary",
    "status",
    "components",
    "incidents",
    "incidents/unresolved",
    "scheduled-maintenances",
  ].map((name) => `/status/clean/api/v2/${name}.json`);
  const badges = await Promise.all([`targets/${monitor.id}`, `status-pages/${page.id}`].map(badgesOf));
  const paths = new Set([
    ...badges.flat(),
    ...["/status/clean", ...found, ...json, "/status/clean/sitemap.xml", "/status/clean/robots.txt"],
    ...[
      "/status/clean/custom.css",
      `/status/clean/incidents/${draft.public_id}`,
      "/status/clean/none",
      "/status/clean/subscribe",
      ...["subscription", "unsubscribe"].flatMap((path) => [
        `/status/clean/${path}`,
        `/status/clean/${path}?token=${"x".repeat(32)}`,
      ]),
      "/status/none",
    ],
  ]);
  return { paths: [...paths], pageId: page.id };
}

/** Creates a badge key and returns the paths of what it gives access to. */
async function badgesOf(owner: string): Promise<string[]> {
  const { key } = (await make.send("POST", `/${owner}/badge-key`)).json().data;
  return ["status.svg", "status.json", "uptime/7d.shields", "certificate.json", "embed", "embed.js"].map(
    (path) => `/status/clean/badge/${key}/${path}`,
  );
}

test("a page shows what its owner put on it, and nothing else of the organization", async () => {
  const { paths, pageId } = await fillOrganization();
  expect(paths.length).toBeGreaterThan(30);
  for (const url of paths)
    for (const headers of [{}, { host: "clean.status.example" }]) {
      const at = "host" in headers ? url.replace(/^\/status\/clean/, "") || "/" : url;
      const response = await running.app.server.inject({ url: at, headers });
      const text = JSON.stringify([response.headers, response.body]);
      expect(text, url).not.toContain(CANARY);
      for (const id of ids) expect(text, url).not.toContain(id);
    }
  const stream = await readStream(pageId);
  expect(stream).toContain("event: page");
  expect(stream).not.toContain(CANARY);
});

/** Reads the event stream until a change of the page was announced. */
async function readStream(pageId: string): Promise<string> {
  await running.app.server.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`http://127.0.0.1:${portOf(running.app)}/status/clean/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isChanged = false;
  for (;;) {
    const { value = "", done } = (await reader?.read()) ?? { done: true };
    text += value;
    const events = text.match(/event: page/g)?.length ?? 0;
    if (events >= 1 && !isChanged) {
      isChanged = true;
      await make.send("PUT", `/status-pages/${pageId}`, { title: "Public title 2" });
    }
    if (events >= 2 || done) break;
  }
  await reader?.cancel();
  return `${JSON.stringify([...response.headers])}${text}`;
}
