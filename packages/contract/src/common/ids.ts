import { z } from "zod";

/** A lowercase UUID v7. Any other text is treated as an unknown ID, never as a malformed one. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Branded<Name extends string> = string & { readonly __id?: Name };
export type OrgId = Branded<"org">;
export type MonitorId = Branded<"monitor">;
export type ApiMonitorId = Branded<"api_monitor">;
export type JourneyId = Branded<"journey">;
export type HeartbeatId = Branded<"heartbeat">;
export type RunId = Branded<"run">;
/** A target of any kind. */
export type TargetId = MonitorId | ApiMonitorId | JourneyId | HeartbeatId;
export type GroupId = Branded<"group">;
export type ApiKeyId = Branded<"api_key">;
export type PersonId = Branded<"person">;
export type MembershipId = Branded<"membership">;
export type InvitationId = Branded<"invitation">;

export const idSchema = z.string().meta({ description: "Lowercase UUID v7", format: "uuid" });

/** Path parameters `{id}`. The format is not validated here: a malformed ID returns 404 like an unknown one. */
export const idParams = z.object({ id: z.string() });

/** Path parameters of a member, with the organization ID first. */
export const memberParams = z.object({ id: z.string(), member_id: z.string() });
export const invitationParams = z.object({ id: z.string(), invitation_id: z.string() });
