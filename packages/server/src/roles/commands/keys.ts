import { projectPatternsSchema } from "@vedette/contract/code/project-patterns.ts";
import { SCOPES, type Scope } from "@vedette/contract/people/scopes.ts";
import { locationSchema } from "@vedette/contract/targets/target-fields.ts";
import { createSystemKey } from "../../api/resources/api-keys/service.ts";
import { ensureFirstOrganization } from "../../api/resources/organizations/service.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { withDatabase } from "./with-database.ts";

/** Creates a key of the first organization on this machine, whether or not the service is running. */
export async function createKey(
  env: NodeJS.ProcessEnv,
  {
    name,
    scope,
    location,
    projects,
  }: { name: string; scope: string; location: string | null; projects: readonly string[] },
): Promise<string> {
  if (!isScope(scope)) throw new StartError(`There is no scope '${scope}'; use one of ${SCOPES.join(", ")}.`);
  if ((scope === "runner") !== (location !== null)) {
    throw new StartError("A key of scope runner needs --location, and no other key has one.");
  }
  if ((scope === "code") !== projects.length > 0) {
    throw new StartError("A key of scope code needs --project, and no other key has one.");
  }
  const patterns = projectPatternsSchema.safeParse(projects);
  if (projects.length > 0 && !patterns.success) {
    throw new StartError(`--project ${projects.join(" --project ")}: ${patterns.error.issues[0]?.message}.`);
  }
  return withDatabase(env, async (database, config) => {
    if (location !== null) assertLocation(location, config.runner.location);
    const nowMs = systemClock.now();
    const { organization } = await ensureFirstOrganization(database, nowMs);
    const created = {
      ...{ orgId: organization.id, name, scope, location, createdBy: "command line", nowMs },
      projects: projects.length > 0 ? projects : null,
    };
    return database.transaction((db) => createSystemKey(db, created));
  });
}

function assertLocation(location: string, own: string): void {
  if (!locationSchema.safeParse(location).success) {
    throw new StartError(`--location ${location} must be a name of a to z, 0 to 9 and -.`);
  }
  if (location === own) {
    throw new StartError(
      `At '${location}' are this server's own runners; choose another name, such as home.`,
    );
  }
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
