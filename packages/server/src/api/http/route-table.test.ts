import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROUTES, routeTitle } from "../../../test/route-table.ts";

test("the table contains the specified routes, each path and method once", () => {
  const served = ROUTES.map(routeTitle);
  expect(new Set(served).size).toBe(served.length);
  expect(new Set(ROUTES.map((route) => route.id)).size).toBe(ROUTES.length);
  expect(served).toEqual(
    expect.arrayContaining([
      "GET /api/v1/monitors",
      "POST /api/v1/monitors",
      "GET /api/v1/monitors/:id",
      "PUT /api/v1/monitors/:id",
      "DELETE /api/v1/monitors/:id",
      "POST /api/v1/monitors/:id/check",
      "GET /api/v1/monitors/:id/results",
      "GET /api/v1/monitors/:id/stats",
      "GET /api/v1/api-monitors",
      "POST /api/v1/api-monitors",
      "GET /api/v1/api-monitors/:id",
      "PUT /api/v1/api-monitors/:id",
      "DELETE /api/v1/api-monitors/:id",
      "POST /api/v1/api-monitors/:id/trigger",
      "GET /api/v1/api-monitors/:id/runs",
      "GET /api/v1/journeys",
      "POST /api/v1/journeys",
      "GET /api/v1/journeys/:id",
      "PUT /api/v1/journeys/:id",
      "DELETE /api/v1/journeys/:id",
      "POST /api/v1/journeys/:id/run-now",
      "GET /api/v1/journeys/:id/runs",
      "GET /api/v1/journeys/:id/stats",
      "GET /api/v1/runs/:id",
      "GET /api/v1/journeys/:journey_id/runs/:id/steps",
      "POST /api/agent/journeys/:id/trigger",
      "GET /api/agent/runs/:id",
      "GET /api/v1/alerts",
      "GET /api/v1/alerts/:id",
      "POST /api/v1/alerts/:id/resolve",
      "GET /api/v1/alerts/rules",
      "POST /api/v1/alerts/rules",
      "PUT /api/v1/alerts/rules/:id",
      "DELETE /api/v1/alerts/rules/:id",
      "GET /api/v1/user/organizations",
      "GET /api/v1/organizations/:id",
      "PUT /api/v1/organizations/:id",
      "GET /api/v1/organizations/:id/members",
      "POST /api/v1/organizations/:id/invitations",
      "PUT /api/v1/organizations/:id/members/:member_id",
      "DELETE /api/v1/organizations/:id/members/:member_id",
      "GET /api/v1/billing/usage",
      "GET /api/v1/billing/plans",
      "POST /api/v1/billing/checkout",
      "GET /api/v1/billing/portal",
    ]),
  );
});

/** Declarations are types, so they are read as text. `defineRoute` ensures that each route is declared. */
test("every endpoint that the contract declares is served", () => {
  const contract = `${import.meta.dirname}/../../../../contract/src`;
  const declared = globSync(`${contract}/*/*-endpoints.ts`).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^ {2}"((?:GET|POST|PUT|DELETE) [^"]+)":/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(declared.length).toBeGreaterThan(100);
  const served = new Set(ROUTES.map((route) => routeTitle(route).replace(/:(\w+)/g, "{$1}")));
  expect(declared.filter((name) => name === undefined || !served.has(name))).toEqual([]);
});

test("only the routes listed here are public", () => {
  const open = ROUTES.filter((route) => route.access === "public").map(({ url }) => url);
  expect(
    open.filter((url) => url.startsWith("/api/") && !OPEN_PATHS.some((path) => url.startsWith(path))),
  ).toEqual([]);
});
/** Routes before a session exists (sign-in and sign-up), and routes with a signature, a signed link or a token. */
const OPEN_PATHS = [
  "/api/v1/auth/",
  "/api/auth/",
  "/api/v1/artifacts/:id/content",
  "/api/v1/billing/webhook",
  "/api/v1/code/token",
  "/api/v1/incidents/inbound/:token",
  "/api/v1/mail-recipients/",
  // A program without a key; its code is the credential.
  "/api/v1/device/code",
  "/api/v1/device/token",
];
