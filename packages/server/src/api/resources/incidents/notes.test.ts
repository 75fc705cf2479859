import { PAGE_LANGUAGES } from "@vedette/contract/status-pages/page-languages.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents/incident-maker.ts";
import { pageMaker } from "../../../../test/pages/status-pages.ts";
import { writeIndexedPng } from "../../../engine/checks/browser/visual/png.ts";
import { retainIncidents } from "../../../pipeline/incidents/retention.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { incidentTexts } from "../../pages/languages/incident-texts.ts";
import { sweepArtifacts } from "../artifacts/removal.ts";

let running: TestApp;
let make: IncidentMaker;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await incidentMaker(running);
});
afterAll(() => running.stop());

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
const image = () => writeIndexedPng({ width: 2, height: 2, data: new Uint8Array(4) }, [[9, 9, 9]]);

function upload(incidentId: string, content: Buffer, key = make.org.keys.admin) {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="shot.png"\r\nContent-Type: image/png\r\n\r\n`;
  return running.call(key, {
    method: "POST",
    url: `/api/v1/incidents/${incidentId}/images`,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--x--\r\n")]),
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
}

describe("notes", () => {
  test("are in the timeline at their time, are edited and deleted", async () => {
    const { id } = await make.open();
    const at = new Date(Date.now() - 60_000).toISOString();
    const note = (await make.send("POST", `/${id}/notes`, { text: "Looked at logs.", at })).json().data;
    expect(note).toMatchObject({ text: "Looked at logs.", at, edited_at: null, images: [] });
    const edited = (await make.send("PUT", `/${id}/notes/${note.id}`, { text: "Looked at traces." })).json()
      .data;
    expect(edited).toMatchObject({ text: "Looked at traces.", at });
    expect(edited.edited_at).not.toBeNull();
    const { entries } = await make.timeline(id);
    expect(entries[0]).toMatchObject({ kind: "note", at, note: { id: note.id } });
    await make.send("DELETE", `/${id}/notes/${note.id}`);
    expect((await make.timeline(id)).entries.filter(({ kind }) => kind === "note")).toEqual([]);
  });

  test("need a text or an image, in the past and within the limits", async () => {
    const { id } = await make.open();
    const future = new Date(Date.now() + DAY_MS).toISOString();
    for (const [body, path] of [
      [{}, "text"],
      [{ text: "x".repeat(20_001) }, "text"],
      [{ text: "x", at: future }, "at"],
      [{ text: "x", image_ids: ["none"] }, "image_ids"],
    ] as const) {
      const answer = await make.send("POST", `/${id}/notes`, body);
      expect([path, answer.statusCode, answer.json().error.details[0].path]).toEqual([path, 400, path]);
    }
    await running.database.run(sql`
      insert into incident_note (id, org_id, incident_id, text, at, created_by, created_at)
      select gen_random_uuid(), ${make.org.orgId}, ${id}, 'n', now(), 'x', now() from generate_series(1, 500)`);
    const full = await make.send("POST", `/${id}/notes`, { text: "one more" });
    expect(full.json().error.message).toBe("An incident has at most 500 notes.");
  });
});

describe("images", () => {
  test("are stored, shown with their note, and kept by the sweep", async () => {
    const { id } = await make.open();
    const uploaded = await upload(id, image());
    expect([uploaded.statusCode, uploaded.json().data]).toMatchObject([201, { content_type: "image/png" }]);
    const { id: imageId } = uploaded.json().data;
    const note = (await make.send("POST", `/${id}/notes`, { image_ids: [imageId] })).json().data;
    expect(note.images).toMatchObject([{ id: imageId }]);
    await sweepArtifacts(running.database, running.artifacts, { nowMs: Date.now() + 2 * DAY_MS, signal });
    const shown = await make.send("GET", `/${id}/images/${imageId}`);
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(shown.rawPayload).toEqual(image());
    const { markdown } = (await make.send("GET", `/${id}/markdown`)).json().data;
    expect(markdown).toContain(`![Image](http://localhost:80/api/v1/incidents/${id}/images/${imageId})`);
    const again = await make.send("POST", `/${id}/notes`, { image_ids: [imageId] });
    expect(again.statusCode).toBe(400);
  });

  test("without a note are deleted after a day", async () => {
    const { id } = await make.open();
    const { id: imageId } = (await upload(id, image())).json().data;
    await running.database.run(sql`
      update incident_image set created_at = now() - interval '2 days' where id = ${imageId}`);
    await retainIncidents({ database: running.database, clock: systemClock }, { signal });
    expect((await make.send("GET", `/${id}/images/${imageId}`)).statusCode).toBe(404);
  });

  test("are PNG or JPEG of at most 5 MiB, of an incident of the organization", async () => {
    const { id } = await make.open();
    const other = await incidentMaker(running);
    for (const [content, status] of [
      [Buffer.from("<svg onload=alert(1)>"), 400],
      [image().subarray(0, 30), 400],
      [Buffer.alloc(5 * 1_048_576 + 1), 413],
      [Buffer.alloc(0), 400],
    ] as const)
      expect([content.length, (await upload(id, content)).statusCode]).toEqual([content.length, status]);
    expect((await upload(id, image(), other.org.keys.admin)).statusCode).toBe(404);
    await running.database.run(sql`
      insert into incident_image (id, org_id, incident_id, content_type, bytes, key, created_by, created_at)
      select gen_random_uuid(), ${make.org.orgId}, ${id}, 'image/png', 1, 'k', 'x', now() from generate_series(1, 100)`);
    expect((await upload(id, image())).json().error.message).toBe("An incident has at most 100 images.");
  });
});

describe("a draft for a status page", () => {
  test("names the components of the targets in the page's language, and visitors do not see it", async () => {
    const pages = await pageMaker(running);
    const send: IncidentMaker["send"] = (method, path, payload) =>
      pages.send(method, `/incidents${path}`, payload);
    const target = await pages.monitor({ name: "secret-host" });
    const page = await pages.page({ default_language: "de" });
    const component = await pages.component(page, { name: "Bezahlung", targets: [target] });
    await pages.component(page, { name: "Blog" });
    const { orgId } = pages.org;
    const alertId = await makeAlert(running.database, { orgId, targetId: target, name: "secret-host" });
    const { id } = (
      await send("POST", "", { title: "secret title", severity: "critical", alert_ids: [alertId] })
    ).json().data;
    const drafted = await send("POST", `/${id}/status-page-draft`, { page_id: page.id });
    expect(drafted.statusCode).toBe(201);
    const { data } = drafted.json();
    expect(data).toMatchObject({
      ...{ published: false, title: "Bezahlung: Wird untersucht", impact: "critical" },
      incident_id: id,
      components: [{ id: component.id, status: "operational" }],
    });
    expect(data.updates[0].message).toMatch(/^Seit .* \(.*\) schlagen Prüfungen von Bezahlung fehl\.$/);
    expect(JSON.stringify(data)).not.toContain("secret");
    const visited = await running.call(null, {
      method: "GET",
      url: `/status/${page.slug}/api/v2/incidents.json`,
    });
    expect(visited.json().incidents).toEqual([]);
    const incident = (await send("GET", `/${id}`)).json().data;
    expect(incident.page_incidents).toMatchObject([{ id: data.id, page_id: page.id, published: false }]);
    await pages.send("PUT", `/status-pages/${page.id}/incidents/${data.id}`, { published: true });
    const { entries } = (await send("GET", `/${id}/timeline`)).json().data;
    expect(entries.filter(({ kind }: { kind: string }) => kind === "page_post")).toMatchObject([
      { text: expect.stringContaining("Status page “Example”, incident opened: Bezahlung") },
    ]);
  });

  test("says from how many locations it fails, in every language", async () => {
    for (const language of PAGE_LANGUAGES) {
      const message = incidentTexts(language).draft.message({
        ...{ components: ["Pay_ments"], sinceMs: Date.UTC(2026, 10, 26, 12, 1), timeZone: "UTC" },
        locations: { failing: ["frankfurt", "paris"], total: 3 },
      });
      expect(message).not.toMatch(/\{|\}/);
      for (const part of ["Pay\\_ments", "frankfurt", "paris", "2", "3", "2026"])
        expect([language, message]).toEqual([language, expect.stringContaining(part)]);
    }
  });

  test("needs a page of the organization", async () => {
    const { id } = await make.open();
    const pages = await pageMaker(running);
    const foreign = await pages.page();
    const answer = await make.send("POST", `/${id}/status-page-draft`, { page_id: foreign.id });
    expect(answer.json().error.details).toEqual([
      { path: "page_id", message: "is not the ID of a status page" },
    ]);
  });
});
