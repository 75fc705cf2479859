import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { expect } from "vitest";
import type { TestApp, TestOrg } from "../app.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Requests about journeys, by an admin of the organization that `given` returns. */
export function journeyRequests(given: () => { running: TestApp; org: TestOrg }) {
  const call = (method: Method, path: string, payload?: object) => {
    const { running, org } = given();
    return running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
  };
  const create = (payload: object) => call("POST", "/journeys", payload);
  return {
    call,
    create,
    put: (id: string, payload: object) => call("PUT", `/journeys/${id}`, payload),
    async createJourney(payload: object = {}): Promise<Journey> {
      const response = await create({ name: "a", ...payload });
      expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
      return response.json().data;
    },
    /** Returns the id of a new variable. */
    async createVariable(name: string): Promise<string> {
      const response = await call("POST", "/variables", { name, value: "v" });
      expect(response.statusCode).toBe(201);
      return response.json().data.id;
    },
  };
}
