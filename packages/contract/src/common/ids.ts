import { z } from "zod";

/** A UUID v7 in lower case. Anything else is treated as unknown, never as malformed. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Branded<Name extends string> = string & { readonly __id?: Name };
export type OrgId = Branded<"org">;
export type MonitorId = Branded<"monitor">;
export type ApiMonitorId = Branded<"api_monitor">;
export type JourneyId = Branded<"journey">;
export type RunId = Branded<"run">;
/** Whatever is watched: a monitor, an API monitor or a journey. */
export type TargetId = MonitorId | ApiMonitorId | JourneyId;
export type ApiKeyId = Branded<"api_key">;
export type PersonId = Branded<"person">;
export type MembershipId = Branded<"membership">;
export type InvitationId = Branded<"invitation">;

export const idSchema = z.string().meta({ description: "UUID v7, lower case", format: "uuid" });

/** Path parameters `{id}`. The shape is not checked here: a malformed id is a 404 like an unknown one. */
export const idParams = z.object({ id: z.string() });

/** The same for what belongs to an organization that stands in the path. */
export const memberParams = z.object({ id: z.string(), member_id: z.string() });
export const invitationParams = z.object({ id: z.string(), invitation_id: z.string() });
