import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents/incident-maker.ts";
import {
  type Alertmanager,
  alertmanagerMissing,
  startAlertmanager,
} from "../../../../test/servers/services/alertmanager.ts";

describe.skipIf(alertmanagerMissing !== null)(`Alertmanager ${alertmanagerMissing ?? ""}`, () => {
  let running: TestApp;
  let make: IncidentMaker;
  let alertmanager: Alertmanager | undefined;
  beforeAll(async () => {
    running = await startTestApp();
    make = await incidentMaker(running);
    const address = await running.app.server.listen({ port: 0, host: "127.0.0.1" });
    const { token } = (await make.send("POST", "/inbound-token")).json().data;
    alertmanager = await startAlertmanager(`${address}/api/v1/incidents/inbound/${token}`);
  });
  afterAll(async () => {
    await alertmanager?.stop();
    await running.stop();
  });

  test("opens an incident with its alerts and resolves it, in its own words", async () => {
    const startsAt = new Date(Date.now() - 60_000);
    const disk = (instance: string, endsAt?: Date) =>
      alertmanager?.send({
        labels: { alertname: "DiskFull", severity: "page", instance },
        annotations: { summary: `Disk of ${instance} is full` },
        startsAt,
        ...(endsAt && { endsAt }),
      });
    await disk("db-1");
    await expect.poll(async () => (await make.list()).length).toBe(1);
    await disk("db-2");
    const first = async () => make.get((await make.list())[0]?.id ?? "");
    await expect.poll(async () => (await first()).inbound?.description).toMatch(/db-1.*\n.*db-2/);
    expect(await first()).toMatchObject({
      ...{ title: "Disk of db-1 is full", severity: "critical", state: "open", source: "webhook" },
      ...{ started_at: startsAt.toISOString(), inbound: { product: "alertmanager" } },
    });
    await disk("db-1", new Date());
    await disk("db-2", new Date());
    await expect.poll(async () => (await first()).state).toBe("resolved");
    expect((await make.list()).length).toBe(1);
  });
});
