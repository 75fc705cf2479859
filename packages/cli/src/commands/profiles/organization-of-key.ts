import type { Organization } from "@vedette/contract/people/organizations.ts";
import { Connection, type ConnectionSettings } from "../../connection.ts";
import { RefusedError } from "../../exit-codes.ts";

/** Returns the organization of a key; fails if the server does not accept the key. */
export async function organizationOfKey(settings: ConnectionSettings): Promise<{ id: string; name: string }> {
  const connection = new Connection(settings);
  const { data } = await connection.send<Organization[]>({ method: "GET", path: "user/organizations" });
  const [organization] = data;
  if (!organization) throw new RefusedError("The key belongs to no organization.");
  return { id: organization.id, name: organization.name };
}
