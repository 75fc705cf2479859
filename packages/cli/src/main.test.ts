import { describe, expect, test } from "vitest";
import { commandLab, MONITOR, REFUSED, RESULT } from "../test/command-lab.ts";

const lab = commandLab();
const { vdt } = lab;

describe("monitors list", () => {
  test("fetches all pages and shows one line per monitor", async () => {
    lab.responses = [
      { body: { success: true, data: [MONITOR], meta: { next_cursor: "c 1", has_more: true } } },
      { body: { success: true, data: [{ ...MONITOR, name: "Blog" }], meta: { next_cursor: null } } },
    ];
    const { code, out } = await vdt("monitors list --status up");
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ["STATUS", "NAME", "TARGET", "RESPONSE"],
      ["up", "Shop", "https://shop.example/health", "132 ms"],
      ["up", "Blog", "https://shop.example/health", "132 ms"],
    ]);
    expect(lab.asked.map(({ method, key }) => [method, key])).toEqual([
      ["GET", "Bearer vdt_agent_x"],
      ["GET", "Bearer vdt_agent_x"],
    ]);
    expect(lab.asked[0]?.url).toMatch(/^\/api\/v1\/monitors\?.*status=up/);
    expect(lab.asked[1]?.url).toContain("cursor=c+1");
  });

  test("--json prints the monitors of all pages as one array", async () => {
    lab.responses = [{ body: { success: true, data: [MONITOR], meta: { next_cursor: null } } }];
    expect(JSON.parse((await vdt("monitors list --json")).out)).toEqual([MONITOR]);
  });

  test("removes terminal control characters from names", async () => {
    const name = "\u001b[2Jgone\r\n\u202eevil";
    lab.responses = [{ body: { success: true, data: [{ ...MONITOR, name }], meta: { next_cursor: null } } }];
    const { out } = await vdt("monitors list");
    expect(out).not.toContain("\u001b");
    expect(out).not.toContain("\u202e");
    expect(out.split("\n")).toHaveLength(2);
  });
});

describe("monitors check", () => {
  test.each([
    ["up", 0],
    ["degraded", 0],
    ["down", 1],
    ["error", 6],
  ])("a monitor that is %s ends with code %i", async (status, expected) => {
    lab.responses = [{ body: { success: true, data: { status, results: [{ ...RESULT, status }] } } }];
    const { code, out } = await vdt("monitors check 7");
    expect([code, out]).toEqual([expected, `${status}  default  200  132 ms`]);
    expect(lab.asked[0]).toMatchObject({ method: "POST", url: "/api/v1/monitors/7/check" });
  });

  test("shows the error of a failed location", async () => {
    const failed = { ...RESULT, status: "down", status_code: null, response_time_ms: null, error: REFUSED };
    lab.responses = [{ body: { success: true, data: { status: "down", results: [RESULT, failed] } } }];
    expect((await vdt("monitors check 7")).out).toContain(
      "CONNECT_REFUSED: 127.0.0.1:9 refused the connection",
    );
  });
});

test.each([
  ["--name A --url https://a --interval 0.5", "", { type: "url", url: "https://a", interval: 0.5 }],
  ["--name A --type tls --host b --file -", '{"port":25}', { type: "tls", host: "b", port: 25 }],
])("create %s sends the fields and prints only the ID", async (words, input, fields) => {
  lab.responses = [{ status: 201, body: { success: true, data: MONITOR } }];
  const { code, out, complaint } = await vdt(`monitors create ${words}`, {}, { input });
  expect([code, out, complaint]).toEqual([0, MONITOR.id, "Shop is checked every 60 s."]);
  expect(JSON.parse(lab.asked[0]?.body ?? "")).toEqual({ name: "A", ...fields });
});

test("get shows the monitor, and escapes a slash in an ID", async () => {
  lab.responses = [{ body: { success: true, data: MONITOR } }];
  expect((await vdt("monitors get a/b")).out).toContain("up since 2026-01-01T00:00:00.000Z");
  expect(lab.asked[0]?.url).toBe("/api/v1/monitors/a%2Fb");
});

describe("monitors update", () => {
  const stored = { ...MONITOR, updated_at: "2026-01-01T00:00:00.000Z" };
  const got = { headers: { etag: '"v1"' }, body: { success: true, data: stored } };
  const edited = (fields: object) => ({ input: JSON.stringify({ ...stored, ...fields }) });

  test("changes the given fields of any version", async () => {
    lab.responses = [{ body: { success: true, data: stored } }];
    expect(await vdt("monitors update 7 --name Shop --interval 90")).toMatchObject({
      code: 0,
      out: "Shop was updated.",
    });
    expect(lab.asked[0]).toMatchObject({ method: "PUT", url: "/api/v1/monitors/7", ifMatch: undefined });
    expect(JSON.parse(lab.asked[0]?.body ?? "")).toEqual({ name: "Shop", interval: 90 });
  });

  test("sends an edited file with the version that it was read from", async () => {
    lab.responses = [got, { body: { success: true, data: { ...stored, name: "Edited" } } }];
    const { code, out } = await vdt("monitors update 7 --file -", {}, edited({ name: "Edited" }));
    expect([code, out]).toEqual([0, "Edited was updated."]);
    expect([lab.asked[1]?.method, lab.asked[1]?.ifMatch]).toEqual(["PUT", '"v1"']);
    expect(JSON.parse(lab.asked[1]?.body ?? "")).toMatchObject({ name: "Edited", url: MONITOR.url });
  });

  test("rejects a file that is older than the monitor, and sends no change", async () => {
    lab.responses = [got];
    const old = edited({ updated_at: "2025-12-31T00:00:00.000Z" });
    const { code, complaint } = await vdt("monitors update 7 --file -", {}, old);
    expect([code, lab.asked.length]).toEqual([3, 1]);
    expect(complaint).toContain("The monitor was changed at 2026-01-01T00:00:00.000Z, after - was written.");
  });

  test("reports who changed the monitor since then", async () => {
    const conflict = { changed_at: "2026-01-01T00:00:01.000Z", changed_by: { kind: "member", name: "Ada" } };
    const error = { code: "PRECONDITION_FAILED", message: "This was changed since you read it.", conflict };
    lab.responses = [got, { status: 412, body: { success: false, error } }];
    const { code, complaint } = await vdt("monitors update 7 --file -", {}, edited({ name: "Edited" }));
    expect([code, complaint]).toEqual([
      3,
      "This was changed since you read it.\n  Last change: 2026-01-01T00:00:01.000Z by Ada",
    ]);
  });

  test.each([
    ["monitors update 7", "Name the fields to change"],
    ["monitors update 7 --file -", "- is not an object with the fields of a monitor"],
    ["monitors update --name Shop", "Missing argument: ID of the monitor"],
  ])("%s is refused before a request", async (words, message) => {
    const { code, complaint } = await vdt(words, {}, { input: "[]" });
    expect([code, lab.asked.length]).toEqual([2, 0]);
    expect(complaint).toContain(message);
  });
});

test.each(["--version", "version"])("%s prints the version and requires no key", async (words) => {
  const { code, out } = await vdt(words, { VEDETTE_API_KEY: undefined });
  expect(code).toBe(0);
  expect(out).toMatch(/^vdt \d+\.\d+\.\d+/);
});

test("delete sends the request and confirms it", async () => {
  lab.responses = [{ body: { success: true, data: { id: "7", deleted: true } } }];
  expect(await vdt("monitors delete 7")).toMatchObject({ code: 0, out: "7 was deleted." });
  expect(lab.asked[0]?.method).toBe("DELETE");
});
