import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { IDENTITY_PROVIDER } from "../../../test/access/sign-in-methods.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());
beforeEach(async () => {
  org = await makeOrg(running.database);
});

/** Returns the property of a JSON value. */
const at = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const call = async (method: "GET" | "POST" | "PUT", url: string, payload?: object) => {
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

/** The minimal body of each resource that can be created and updated. */
const LEAST: Record<string, object> = {
  "/api/v1/monitors": { name: "a", type: "url", url: "http://127.0.0.1/" },
  "/api/v1/api-monitors": { name: "a", steps: [{ url: "http://127.0.0.1/" }] },
  "/api/v1/journeys": { name: "a" },
  "/api/v1/groups": { name: "a" },
  "/api/v1/alerts/channels": { name: "a", type: "webhook", config: { url: "http://127.0.0.1/" } },
  "/api/v1/alerts/rules": { name: "a", type: "consecutive_failures", params: { threshold: 1 } },
  "/api/v1/maintenance-windows": { name: "a", duration_minutes: 5 },
  "/api/v1/variables": { name: "a", value: "b" },
  "/api/v1/organizations": { name: "a", slug: "unset-text-fields" },
  "/api/v1/heartbeats": { name: "a" },
  "/api/v1/status-pages": { slug: "a", title: "a" },
  "/api/v1/incidents": { title: "a" },
  "/api/v1/slos": { name: "a", selector: {}, objective: 99, sli: "latency", latency_ms: 500 },
  "/api/v1/identity-providers": IDENTITY_PROVIDER,
  "/api/v1/escalation-policies": { name: "a", steps: [{ notify: [{ type: "all" }] }] },
};

/** Never returned, so there is nothing to compare; or null is a value of its own: no access. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "/api/v1/status-pages password",
  "/api/v1/identity-providers default_role",
]);

/** The unique field of resources without a name. */
const UNIQUE: Record<string, string> = { "/api/v1/status-pages": "slug", "/api/v1/incidents": "title" };

/** The fields of update bodies that accept a string or null, of every resource with create and update. */
async function clearableTexts(): Promise<{ collection: string; field: string }[]> {
  const document: unknown = (await call("GET", "/api/v1/openapi.json")).body;
  const resolve = (schema: unknown): unknown => {
    const ref = at(schema, "$ref");
    return typeof ref === "string" ? resolve(ref.slice(2).split("/").reduce(at, document)) : schema;
  };
  const isOf = (schema: unknown, type: string): boolean => {
    const found = resolve(schema);
    const either = at(found, "anyOf");
    const types = [at(found, "type")].flat();
    return types.includes(type) || (Array.isArray(either) && either.some((one) => isOf(one, type)));
  };
  const paths = at(document, "paths") ?? {};
  return Object.entries(paths).flatMap(([path, item]) => {
    const collection = path.replace(/\/\{id\}$/, "");
    if (collection === path || at(at(paths, collection), "post") === undefined) return [];
    const body = resolve(at(at(item, "put"), "requestBody"));
    const change = resolve(at(at(at(body, "content"), "application/json"), "schema"));
    return Object.entries(at(change, "properties") ?? {})
      .filter(([field, schema]) => field !== "org_id" && isOf(schema, "string") && isOf(schema, "null"))
      .map(([field]) => ({ collection, field }));
  });
}

describe("an omitted text field", () => {
  test("reads like a cleared one in every resource", async () => {
    const fields = await clearableTexts();
    expect(Object.keys(LEAST)).toEqual(expect.arrayContaining(fields.map(({ collection }) => collection)));
    const compared: string[] = [];
    for (const { collection, field } of fields) {
      const least: object = LEAST[collection] ?? {};
      // A required field cannot be cleared.
      if (field in least || NOT_COMPARED.has(`${collection} ${field}`)) continue;
      // Some names are unique.
      const unique = { [UNIQUE[collection] ?? "name"]: `a${compared.length}` };
      const made = await call("POST", collection, { ...least, ...unique });
      expect([collection, made.body.error, made.status]).toEqual([collection, undefined, 201]);
      const url = `${collection}/${made.body.data.id}`;
      const unset = (await call("GET", url)).body.data[field];
      expect([`${collection} ${field}`, unset]).toEqual([
        `${collection} ${field}`,
        unset || unset === "" ? unset : null,
      ]);
      for (const cleared of [null, ""]) {
        const response = await call("PUT", url, { [field]: cleared });
        if (cleared === "" && response.status === 400) continue;
        expect([`${collection} ${field}`, cleared, response.status]).toEqual([
          `${collection} ${field}`,
          cleared,
          200,
        ]);
        const read = (await call("GET", url)).body.data[field];
        expect([`${collection} ${field}`, cleared, read]).toEqual([`${collection} ${field}`, cleared, unset]);
      }
      compared.push(`${collection} ${field}`);
    }
    expect(compared).toEqual(
      expect.arrayContaining([
        "/api/v1/monitors body",
        "/api/v1/api-monitors description",
        "/api/v1/journeys description",
        "/api/v1/journeys device",
        "/api/v1/maintenance-windows rrule",
      ]),
    );
  });

  test("a description is an empty string by default", async () => {
    for (const collection of ["/api/v1/api-monitors", "/api/v1/journeys"]) {
      const made = await call("POST", collection, LEAST[collection]);
      expect(made.body.data.description).toBe("");
    }
  });
});
