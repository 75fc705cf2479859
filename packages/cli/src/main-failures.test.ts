import { describe, expect, test } from "vitest";
import { addressOf, commandLab } from "../test/command-lab.ts";

const lab = commandLab();
const { vdt } = lab;

describe("failures", () => {
  test("exits with code 3 and reports each error once if the server rejects", async () => {
    const details = [
      { path: "url", message: "is wrong" },
      { path: "interval", message: "is small" },
    ];
    const error = { code: "BAD_REQUEST", message: "Not valid: url is wrong.", details };
    lab.responses = [{ status: 400, body: { success: false, error } }];
    const { code, complaint } = await vdt("monitors create --name A --url b");
    expect([code, complaint]).toEqual([3, "Not valid: url is wrong.\n  interval is small"]);
  });

  test.each([
    [500, { success: false, error: { code: "INTERNAL_SERVER_ERROR", message: "Failed." } }],
    [429, { success: false, error: { code: "TOO_MANY_REQUESTS", message: "Later." } }],
    [502, "<html>Bad gateway</html>"],
    [200, "<html>Another server</html>"],
  ])("a response with %i and %j exits with code 4", async (status, body) => {
    lab.responses = [{ status, body }];
    expect((await vdt("monitors list")).code).toBe(4);
  });

  test("does not follow redirects, which would receive the key", async () => {
    lab.responses = [{ status: 302, headers: { location: "/elsewhere" }, body: "" }];
    expect((await vdt("monitors list")).code).toBe(4);
    expect(lab.asked).toHaveLength(1);
  });

  test("exits with code 4 and the URL if the server is unavailable", async () => {
    const address = addressOf(lab.server);
    await new Promise((resolve) => lab.server.close(resolve));
    const { code, complaint } = await vdt("monitors list", { VEDETTE_URL: address });
    expect(code).toBe(4);
    expect(complaint).toContain(`${new URL(address).host} cannot be reached (ECONNREFUSED)`);
  });

  test.each([
    ["monitors list", { VEDETTE_API_KEY: "" }, "VEDETTE_API_KEY is not set"],
    ["monitors list", { VEDETTE_API_KEY: "kéy" }, "not an API key"],
    ["monitors list", { VEDETTE_URL: "localhost:8080" }, "not a URL"],
    ["monitors list --server ftp://x", {}, "--server is 'ftp://x'"],
    [
      "monitors list --statsu up",
      {},
      "Unknown option '--statsu'. Did you mean --status? Usage: vdt monitors list",
    ],
    ["monitors list extra", {}, "Too many arguments for 'list'"],
    ["monitors get", {}, "Missing argument: ID of the monitor. Usage: vdt monitors get"],
    ["monitors get 1 2", {}, "Expected 1 argument but got 2"],
    ["monitors create --name A", {}, "requires --name and --url"],
    ["monitors create --name A --host b", {}, "--type and the fields of the type"],
    ["monitors create --name A --url b --interval soon", {}, "not a number"],
    ["monitors toString", {}, "Unknown command 'monitors toString'"],
    ["monitors lst", {}, "Did you mean list?"],
    ["monitor list", {}, "Unknown command 'monitor'. Did you mean monitors?"],
    ["monitors", {}, "Usage: vdt monitors"],
  ])("`%s` with %j ends with code 2 and sends nothing", async (words, env, expected) => {
    const { code, complaint } = await vdt(words, env);
    expect([code, lab.asked]).toEqual([2, []]);
    expect(complaint).toContain(expected);
  });
});

test("--server takes precedence over VEDETTE_URL, and a path in the URL is kept", async () => {
  lab.responses = [{ body: { success: true, data: [], meta: { next_cursor: null } } }];
  const words = `monitors list --server ${addressOf(lab.server)}/behind/`;
  expect((await vdt(words, { VEDETTE_URL: "http://127.0.0.1:9" })).complaint).toBe("There are no monitors.");
  expect(lab.asked[0]?.url).toMatch(/^\/behind\/api\/v1\/monitors\?/);
});

test.each(["--help", "help", "monitors --help", "monitors check --help"])(
  "`%s` documents the exit codes and requires no key",
  async (words) => {
    const { code, out } = await vdt(words, { VEDETTE_API_KEY: undefined });
    expect(code).toBe(0);
    expect(out).toContain("1  'check': the monitor is down");
  },
);
