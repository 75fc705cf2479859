import { randomUUID } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import type { ApiResponse } from "../api-client.ts";
import { copyTree } from "../copy-tree.ts";
import { OWNER, signUpOwner } from "../dashboard.ts";
import { launch, type Vedette } from "../vedette.ts";
import { DATA, PID_FILE } from "./clear-folder.ts";
import { keepSessionsOf } from "./kept-sessions.ts";

/**
 * One server for the test files of a worker that need nothing but an organization: a start, its database and the first use
 * of each function take 4 s of CPU time. Each file has the owner to itself, with a new organization that is named like the
 * first one of a server. Not for files that set variables of the environment, stop the server, change the owner's account
 * or look at what organizations share.
 */
let ofWorker: Shared | undefined;
/** `cookie` is of a session of the owner. */
type Shared = { server: Vedette; cookie: string };

/** Call it in `beforeAll`. Its resources remain until another file calls it, or until the server ends. */
export async function enterSharedVedette(): Promise<Vedette> {
  if (ofWorker) return inNewOrganization(ofWorker);
  const folder = join(inject("sharedFolder"), randomUUID());
  await mkdir(folder);
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, DATA);
  await copyTree(inject("databaseTemplate"), dataDir);
  const server = launch({ dataDir });
  await writeFile(join(folder, PID_FILE), `${server.wrapperPid}`);
  await server.ready();
  await signUpOwner(server);
  keepSessionsOf(server.url);
  ofWorker = { server, cookie: await signInOwner(server) };
  return server;
}

/** Files that share no server come later, and an idle server takes CPU time from them. Its files are removed at the end. */
export async function endSharedVedette(): Promise<void> {
  const ending = ofWorker;
  ofWorker = undefined;
  await ending?.server.kill9();
}

async function inNewOrganization({ server, cookie }: Shared): Promise<Vedette> {
  const call = (method: "GET" | "POST" | "DELETE", path: string, body?: object, orgId?: string) =>
    asOwner(server, { method, path, body, headers: { cookie, ...inside(orgId) } });
  const earlier = (await call("GET", "/api/v1/user/organizations")).body as { data: { id: string }[] };
  const made = await call("POST", "/api/v1/organizations", { name: "My organization" });
  const { id } = (made.body as { data: { id: string } }).data;
  for (const { id: left } of earlier.data)
    await call("DELETE", `/api/v1/organizations/${left}`, undefined, left);
  const created = await call("POST", "/api/v1/api-keys", { name: "first admin key", scope: "admin" }, id);
  return withKey(server, (created.body as { data: { key: string } }).data.key);
}

async function signInOwner(server: Vedette): Promise<string> {
  const { email, password } = OWNER;
  const body = { email, password };
  const { headers } = await asOwner(server, { method: "POST", path: "/api/auth/sign-in", body });
  const cookies = headers.getSetCookie().map((each) => each.split(";")[0]);
  return cookies.join("; ");
}

const TRIES_MAX = 5;
const inside = (orgId: string | undefined) => (orgId === undefined ? {} : { "x-organization-id": orgId });

async function asOwner(
  shared: Vedette,
  { headers, ...wanted }: Parameters<Vedette["requestWith"]>[0],
): Promise<ApiResponse> {
  const origin = { origin: shared.url };
  const send = () => shared.requestWith({ ...wanted, key: null, headers: { ...origin, ...headers } });
  let response = await send();
  // Checks of the organization may still store results while it is deleted. The response asks to try again.
  for (let tries = 1; response.status === 503 && tries < TRIES_MAX; tries += 1) response = await send();
  if (response.status < 300) return response;
  throw new Error(`${wanted.method} ${wanted.path} returned ${response.status}: ${response.text}`);
}

/** The same process, for requests of another organization. */
function withKey(shared: Vedette, key: string): Vedette {
  const requestWith: Vedette["requestWith"] = (wanted) => shared.requestWith({ key, ...wanted });
  const request: Vedette["request"] = (method, path, body) =>
    requestWith({ method, path, ...(body === undefined ? {} : { body }) });
  return Object.create(shared, {
    key: { value: key },
    requestWith: { value: requestWith },
    request: { value: request },
  });
}
