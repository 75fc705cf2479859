import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeChannel, makeRule } from "../../../../test/alerting.ts";
import { makeMember, startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { makeBundle } from "../../../../test/evidence/make-bundle.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents/incident-maker.ts";
import { retainIncidents } from "../../../pipeline/incidents/retention.ts";
import { updateAllIncidents } from "../../../pipeline/incidents/updating/update-incidents.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: IncidentMaker;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await incidentMaker(running);
});
afterAll(() => running.stop());

/** Whole seconds, so that the texts of times are exact. */
const ago = (seconds: number) => Math.floor(Date.now() / 1_000) * 1_000 - seconds * 1_000;
const iso = (ms: number) => new Date(ms).toISOString();
const depends = (child: string, parent: string) =>
  running.database.run(sql`insert into target_dependency (child_id, parent_id) values (${child}, ${parent})`);

describe("a rule that opens incidents", () => {
  test("opens one at the first bad check, and resolves it with the recovery", async () => {
    const { seriesKeys } = await make.watched();
    const start = ago(600);
    await make.record(seriesKeys[0], "..xx", start);
    const [opened, ...more] = await make.list();
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      ...{ number: 1, severity: "critical", state: "open", source: "rule", started_at: iso(start + 2_000) },
      ...{ alert_count: 1, open_alert_count: 1 },
    });
    await make.record(seriesKeys[0], "x.", start + 10_000);
    expect(await make.list()).toMatchObject([
      { state: "resolved", resolved_at: iso(start + 11_000), time_to_resolve_seconds: 9 },
    ]);
  });

  test("a failure after the end opens the next number", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], "x.", ago(300));
    await make.record(seriesKeys[0], "x", ago(200));
    expect((await make.list()).map(({ number, state }) => [number, state])).toEqual([
      [2, "open"],
      [1, "resolved"],
    ]);
  });

  test("adds the alert of a target with the same parent, in words, and not one without anything in common", async () => {
    const [shop, api, blog, database] = [
      await make.watched({ name: "Shop" }),
      await make.watched({ name: "API" }),
      await make.watched({ name: "Blog" }),
      await make.watched({ name: "Database" }),
    ];
    await depends(shop.id, database.id);
    await depends(api.id, database.id);
    for (const [nr, { seriesKeys }] of [shop, api, blog].entries())
      await make.record(seriesKeys[0], "x", ago(600 - nr));
    const [second, first] = await make.list();
    expect(second).toMatchObject({ number: 2, alert_count: 1 });
    const incident = await make.get(first?.id ?? "");
    expect(incident.alerts.map(({ target, reason }) => [target.name, reason])).toEqual([
      ["Shop", "It opened the incident."],
      ["API", "“API” and “Shop” depend on “Database”."],
    ]);
  });

  test("an alert that a person removed does not come back, and may be added to another incident", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], "x", ago(600));
    const [listed] = await make.list();
    const { id, alerts } = await make.get(listed?.id ?? "");
    const alertId = alerts[0]?.alert_id ?? "";
    const removed = await make.send("DELETE", `/${id}/alerts/${alertId}`);
    expect(removed.json().data.alerts).toEqual([]);
    await make.update();
    expect(await make.list()).toMatchObject([{ number: 1, alert_count: 0 }]);
    const other = await make.open();
    const added = await make.send("POST", `/${other.id}/alerts`, { alert_id: alertId });
    expect(added.json().data.alerts).toMatchObject([{ alert_id: alertId, reason: "A person added it." }]);
    const again = await make.send("POST", `/${id}/alerts`, { alert_id: alertId });
    expect(again.statusCode).toBe(400);
    expect(again.json().error.message).toMatch("belongs to another incident");
  });

  test("two updates at once open one incident", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], ".", ago(700));
    await Promise.all([make.record(seriesKeys[0], "x", ago(600)), make.update(), make.update()]);
    await Promise.all([make.update(), make.update()]);
    expect(await make.list()).toHaveLength(1);
  });

  test("without the setting it waits for a person", async () => {
    const { seriesKeys } = await make.watched();
    const set = await make.send("PUT", "/settings", { resolves_automatically: false });
    expect(set.json().data).toMatchObject({ resolves_automatically: false });
    await make.record(seriesKeys[0], "x.", ago(300));
    expect(await make.list()).toMatchObject([{ state: "open", alert_count: 1, open_alert_count: 0 }]);
  });
});

describe("alerts that no job followed", () => {
  const opening = async (targetId: string, suppressedBy: string | null) => {
    const { orgId } = make.org;
    const rule = { type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } } as const;
    const ruleId = await makeRule(running.database, { ...rule, orgId, targetId, opensIncident: true });
    const id = await makeAlert(running.database, { orgId, ruleId, targetId });
    await running.database.run(sql`update alert set suppressed_by = ${suppressedBy} where id = ${id}`);
  };

  test("are found within a minute, in every organization", async () => {
    const other = await incidentMaker(running);
    const { id } = await makeMonitor(running.database, { orgId: make.org.orgId });
    await opening(id, null);
    const deps = { database: running.database, clock: systemClock, log: silentLogger, publish: () => {} };
    await updateAllIncidents(deps, { signal: new AbortController().signal });
    expect(await make.list()).toMatchObject([{ severity: "minor", title: "Shop is down", alert_count: 1 }]);
    expect(await other.list()).toEqual([]);
  });

  test("open nothing while they are suppressed, but belong to the incident of a parent that is down", async () => {
    const [parent, child, snoozed] = [
      await make.watched({ name: "Database" }),
      await make.watched({ name: "Shop" }),
      await make.watched({ name: "Blog" }),
    ];
    await depends(child.id, parent.id);
    await opening(child.id, "parent 'Database' is down");
    await opening(snoozed.id, "snoozed");
    await make.update();
    expect(await make.list()).toEqual([]);
    await make.record(parent.seriesKeys[0], "x", ago(60));
    await make.update();
    expect(await make.list()).toMatchObject([{ title: "Database is down", alert_count: 2 }]);
  });
});

describe("people", () => {
  test("open incidents with numbers without gaps, also at once and after a refused request", async () => {
    await make.open();
    expect((await make.send("POST", "", { title: "x", lead_id: newId(Date.now()) })).statusCode).toBe(400);
    await Promise.all([make.open(), make.open(), make.open()]);
    expect((await make.list()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  test("acknowledge an incident with its alerts, mitigate and resolve it", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], "x", ago(600));
    const [listed] = await make.list();
    const id = listed?.id ?? "";
    const acknowledged = (await make.send("POST", `/${id}/acknowledge`)).json().data;
    expect(acknowledged.state).toBe("acknowledged");
    expect(acknowledged.alerts[0].acknowledged_at).not.toBeNull();
    expect((await make.send("POST", `/${id}/mitigate`)).json().data.state).toBe("mitigated");
    const resolved = (await make.send("POST", `/${id}/resolve`)).json().data;
    expect(resolved).toMatchObject({ state: "resolved", open_alert_count: 0 });
    const again = (await make.send("POST", `/${id}/acknowledge`)).json().data;
    expect(again).toMatchObject({ state: "resolved", acknowledged_at: acknowledged.acknowledged_at });
  });

  test("an acknowledged alert acknowledges its incident at that time, by that person", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], "x", ago(600));
    const [listed] = await make.list();
    const { alerts } = await make.get(listed?.id ?? "");
    const person = await makeMember(running.database, { orgId: make.org.orgId, role: "member" });
    const url = `/api/v1/alerts/${alerts[0]?.alert_id}/acknowledge`;
    const alert = (await running.callAs(person, { method: "POST", url })).json().data;
    await make.update();
    expect(await make.get(listed?.id ?? "")).toMatchObject({
      ...{ state: "acknowledged", acknowledged_by: person.id, acknowledged_at: alert.acknowledged_at },
    });
  });

  test("set title, severity and lead; only a member leads", async () => {
    const { id } = await make.open();
    const person = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    const change = { title: "Slow", severity: "minor", lead_id: person.id };
    expect((await make.send("PUT", `/${id}`, change)).json().data).toMatchObject(change);
    expect(await make.list(`?lead_id=${person.id}&severity=minor,major`)).toHaveLength(1);
    expect(await make.list("?lead_id=none")).toEqual([]);
    const future = await make.send("PUT", `/${id}`, { started_at: iso(Date.now() + 3_600_000) });
    expect(future.json().error.details).toEqual([{ path: "started_at", message: "is in the future" }]);
  });

  test("read a list page by page, of a state and a period", async () => {
    const incidents = [await make.open(), await make.open(), await make.open()];
    await make.send("POST", `/${incidents[1]?.id}/resolve`);
    const first = (await make.send("GET", "?limit=2")).json();
    const second = (await make.send("GET", `?limit=2&cursor=${first.meta.next_cursor}`)).json();
    expect([...first.data, ...second.data].map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(second.meta.has_more).toBe(false);
    expect((await make.list("?state=open")).map(({ number }) => number)).toEqual([3, 1]);
    expect(await make.list(`?to=${iso(ago(60))}`)).toEqual([]);
  });
});

test("MTTA and MTTR are means from the first bad check", async () => {
  const [first, second] = [
    await make.open({ started_at: iso(ago(300)) }),
    await make.open({ started_at: iso(ago(100)) }),
  ];
  await make.open({ started_at: iso(ago(50)) });
  const at = (ms: number) => new Date(ms);
  const start = Date.parse(first.started_at);
  await running.database.run(sql`
    update incident set acknowledged_at = ${at(start + 30_000)}, resolved_at = ${at(start + 200_000)}
    where id = ${first.id}`);
  await running.database.run(sql`
    update incident set acknowledged_at = ${at(Date.parse(second.started_at) + 10_000)} where id = ${second.id}`);
  expect((await make.send("GET", "/stats")).json().data).toMatchObject({
    ...{ incidents: 3, acknowledged: 2, resolved: 1, mtta_seconds: 20, mttr_seconds: 200 },
  });
  const early = await make.send("GET", `/stats?to=${iso(ago(200))}`);
  expect(early.json().data).toMatchObject({ incidents: 1, mtta_seconds: 30 });
  const empty = await make.send("GET", `/stats?from=${iso(ago(20))}`);
  expect(empty.json().data).toMatchObject({ incidents: 0, mtta_seconds: null, mttr_seconds: null });
  expect((await make.send("GET", "/stats?from=2020-01-01T00:00:00Z")).statusCode).toBe(400);
});

describe("the timeline", () => {
  test("has the first bad check and the recovery of each location, alerts, deliveries, people and changes", async () => {
    const channelId = await makeChannel(running.database, make.org.orgId);
    const { id: target, seriesKeys } = await make.watched({
      ...{ channelIds: [channelId], locations: ["frankfurt", "paris", "tokyo"] },
    });
    const start = ago(900);
    await make.record(seriesKeys[0], "..xxxx", start);
    await make.record(seriesKeys[1], "..xx..", start + 100);
    await make.record(seriesKeys[2], "......", start + 200);
    const alerts = await running.database.rows<{ id: string; notification: string; caused: Date }>(sql`
      select a.id, n.id as notification, n.created_at as caused
      from alert a join alert_notification n on n.alert_id = a.id where a.org_id = ${make.org.orgId}`);
    const [alert] = alerts;
    await running.database.run(sql`
      insert into alert_delivery (id, notification_id, alert_id, channel_id, kind, attempt, at, ok)
      values (${newId(Date.now())}, ${alert?.notification}, ${alert?.id}, ${channelId}, 'opened', 1,
        ${alert?.caused}::timestamptz + interval '1.2 seconds', true)`);
    await running.call(make.org.keys.admin, {
      ...{ method: "PUT", url: `/api/v1/monitors/${target}`, payload: { name: "Shop 2" } },
    });
    const bundle = { orgId: make.org.orgId, targetId: target, at: new Date(start + 20_000) };
    await makeBundle(running.database, bundle);
    const [listed] = await make.list();
    const id = listed?.id ?? "";
    await make.send("POST", `/${id}/acknowledge`);
    await make.send("POST", `/${id}/notes`, { text: "Rolled back." });
    const { entries, locations } = await make.timeline(id);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
    const texts = entries.map(({ kind, text }) => `${kind}: ${text}`);
    expect(texts).toEqual(
      expect.arrayContaining([
        "first_failure: First bad check of “Shop” from frankfurt: Nothing listens there.",
        "first_failure: First bad check of “Shop” from paris: Nothing listens there.",
        "location_recovered: “Shop” recovered at paris.",
        expect.stringMatching(/^alert_opened: Alert: .*It opened the incident\.$/),
        "verdict: Likely verdict about “Shop”: Every address refuses connections.",
        expect.stringMatching(/^notification: Channel .* accepted the alert .* after 1\.2 s\.$/),
        expect.stringMatching(/^change: .* changed name of “Shop”\.$/),
        expect.stringMatching(/^incident: Incident acknowledged by /),
        "note: Rolled back.",
      ]),
    );
    expect(texts.filter((text) => text.startsWith("acknowledged:"))).toEqual([]);
    expect(locations).toMatchObject([
      { location: "frankfurt", first_failure_at: iso(start + 2_000), recovered_at: null },
      { location: "paris", first_failure_at: iso(start + 2_100), duration_seconds: 2 },
    ]);
  });

  test("stays as it was when the results that it is made of are deleted", async () => {
    const { seriesKeys } = await make.watched();
    await make.record(seriesKeys[0], "x.", ago(300));
    const [listed] = await make.list();
    const id = listed?.id ?? "";
    const before = await make.timeline(id);
    await running.database.run(sql`
      update incident set resolved_at = resolved_at - interval '2 days' where id = ${id}`);
    await retainIncidents(
      { database: running.database, clock: systemClock },
      { signal: new AbortController().signal },
    );
    await running.database.run(sql`delete from check_result where series_key = ${seriesKeys[0]}`);
    await running.database.run(sql`delete from alert where org_id = ${make.org.orgId}`);
    const after = await make.timeline(id);
    expect(after.locations).toEqual(before.locations);
    expect(after.entries.map(({ text }) => text)).toEqual(
      before.entries.filter(({ kind }) => kind !== "incident").map(({ text }) => text),
    );
  });
});

describe("the record in Markdown", () => {
  test("has times to the second, durations by location, notes and the postmortem", async () => {
    const { seriesKeys } = await make.watched({ name: "Shop | *1*" });
    const start = ago(300);
    await make.record(seriesKeys[0], ".xx.", start);
    const [listed] = await make.list();
    const id = listed?.id ?? "";
    const post = await make.send("POST", `/${id}/postmortem`);
    expect(post.json().data.postmortem).toMatch(/^## Summary\n\n“.*” \(critical\) started at /);
    const edited = await make.send("PUT", `/${id}`, { postmortem: "We deployed a typo." });
    expect(edited.json().data.postmortem).toBe("We deployed a typo.");
    expect((await make.send("POST", `/${id}/postmortem`)).json().data.postmortem).toBe("We deployed a typo.");
    await make.send("POST", `/${id}/notes`, { text: "# Not a heading\n\nof the record" });
    const { markdown } = (await make.send("GET", `/${id}/markdown`)).json().data;
    const text = (ms: number) => `${iso(ms).slice(0, 10)} ${iso(ms).slice(11, 19)} UTC`;
    expect(markdown).toContain(`| Started | ${text(start + 1_000)} |`);
    expect(markdown).toContain("| Time to resolve | 2 s |");
    expect(markdown).toContain(
      `| Shop \\| \\*1\\* | default | ${text(start + 1_000)} | ${text(start + 3_000)} | 2 s |`,
    );
    expect(markdown).toContain("## Postmortem\n\nWe deployed a typo.");
    expect(markdown).toContain("\n  # Not a heading\n\n  of the record\n");
    expect(markdown).not.toMatch(/^# Not a heading/m);
  });
});

test("each write is in the audit log, and an event is published", async () => {
  const events: string[] = [];
  const stop = running.queue.takeEvents((some) => void events.push(...some.map(({ type }) => type)));
  const { id } = await make.open();
  await make.send("POST", `/${id}/notes`, { text: "n" });
  await make.send("POST", `/${id}/resolve`);
  const rows = await running.database.rows<{ action: string }>(sql`
    select action from audit_entry where org_id = ${make.org.orgId} and target_id = ${id} order by seq`);
  expect(rows.map(({ action }) => action)).toEqual([
    "incident.create",
    "incident.add_note",
    "incident.resolve",
  ]);
  stop();
  expect(events.filter((type) => type === "incident.changed")).toHaveLength(3);
});

test("an alert of another organization cannot be added", async () => {
  const other = await incidentMaker(running);
  const foreign = await makeAlert(running.database, { orgId: other.org.orgId });
  const { id } = await make.open();
  const answer = await make.send("POST", `/${id}/alerts`, { alert_id: foreign });
  expect(answer.json().error.details).toEqual([{ path: "alert_id", message: "is not the ID of an alert" }]);
  expect((await make.send("POST", "", { title: "t", alert_ids: [foreign] })).statusCode).toBe(400);
});
