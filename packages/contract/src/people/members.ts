import { z } from "zod";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { ROLES } from "./scopes.ts";

const EMAIL_LENGTH_MAX = 254;

/** A single plain email address, without comments or quoted parts. Stored and compared in lowercase. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH_MAX)
  .pipe(z.email("must be an email address"));

const orgId = z
  .string()
  .nullish()
  .meta({ description: "The organization in the path; any other ID returns 403" });
const roleSchema = z.enum(ROLES).meta({ description: "At most your own role" });

export const memberSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    joined_at: timestamp,
  })
  .meta({ id: "Member" });
export type Member = z.output<typeof memberSchema>;

export const memberUpdate = z
  .strictObject({
    id: readOnly,
    user_id: readOnly,
    name: readOnly,
    email: readOnly,
    joined_at: readOnly,
    org_id: orgId,
    role: roleSchema,
  })
  .meta({ id: "MemberUpdate" });

export const memberListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema.meta({ description: "`created_at` is when the member joined" }),
  role: z.enum(ROLES).optional(),
  org_id: z.string().optional(),
});
export type MemberListQuery = z.output<typeof memberListQuery>;

export const INVITATION_STATUSES = ["pending", "accepted", "expired", "revoked"] as const;

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    status: z.enum(INVITATION_STATUSES),
    invited_by: z.string(),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof invitationSchema>;

export const newInvitationSchema = invitationSchema
  .extend({
    invite_url: z
      .string()
      .meta({ description: "Shown only once; can be used once, by this email address only" }),
    mailed: z.boolean().meta({ description: "Whether an email with the link was queued" }),
  })
  .meta({ id: "NewInvitation" });
export type NewInvitation = z.output<typeof newInvitationSchema>;

export const invitationCreate = z
  .strictObject({
    email: emailSchema,
    role: roleSchema.default("member"),
    org_id: orgId,
    id: readOnly,
    status: readOnly,
    invited_by: readOnly,
    created_at: readOnly,
    expires_at: readOnly,
    invite_url: readOnly,
    mailed: readOnly,
  })
  .meta({ id: "InvitationCreate" });
export type InvitationCreate = z.output<typeof invitationCreate>;

export const invitationListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  status: z.enum(INVITATION_STATUSES).optional(),
  org_id: z.string().optional(),
});
export type InvitationListQuery = z.output<typeof invitationListQuery>;

export const invitationAccept = z
  .strictObject({ token: z.string().max(200).meta({ description: "The part of `invite_url` after `#`" }) })
  .meta({ id: "InvitationAccept" });

export const acceptedInvitationSchema = z.object({ org_id: z.string(), role: z.enum(ROLES) });
export type AcceptedInvitation = z.output<typeof acceptedInvitationSchema>;
