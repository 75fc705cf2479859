import type { Vedette } from "./vedette.ts";

/** Creates an object by the API and returns its id. */
export async function createObject(vedette: Vedette, path: string, body: object): Promise<string> {
  const answer = await vedette.request("POST", `/api/v1/${path}`, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return (answer.body as { data: { id: string } }).data.id;
}

/** In this order nothing is deleted that something else needs. */
const PATHS = ["alerts/rules", "maintenance-windows", "alerts/channels", "groups", "variables", "views"];

/**
 * Deletes what tests create in the organization, but not its people and keys. A test that begins with it starts the same
 * way each time: objects of its first try and of earlier tests are gone.
 */
export async function emptyOrganization(vedette: Vedette): Promise<void> {
  const { body: targets } = await vedette.request("GET", "/api/v1/targets?limit=200");
  const count = (targets as { data: unknown[] }).data.length;
  if (count > 0) {
    const action = { selector: {}, action: "delete", expected_count: count };
    const deleted = await vedette.request("POST", "/api/v1/targets/bulk", action);
    if (deleted.status !== 200) throw new Error(deleted.text);
  }
  for (const path of PATHS) {
    const { body, text } = await vedette.request("GET", `/api/v1/${path}`);
    if (!Array.isArray((body as { data?: unknown }).data)) throw new Error(`${path}: ${text}`);
    for (const { id } of (body as { data: { id: string }[] }).data) {
      const answer = await vedette.request("DELETE", `/api/v1/${path}/${id}`);
      if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    }
  }
}
