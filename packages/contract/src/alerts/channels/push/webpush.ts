import { z } from "zod";
import { UUID_PATTERN } from "../../../common/ids.ts";
import { ROLES } from "../../../people/scopes.ts";
import { defineChannelType } from "../define-channel-type.ts";

/** For more people, use a role. */
const PEOPLE_MAX = 20;

const config = z
  .strictObject({
    people: z
      .array(z.string().regex(UUID_PATTERN, "must be the ID of a member"))
      .min(1)
      .max(PEOPLE_MAX)
      .refine((all) => new Set(all).size === all.length, { error: "must not contain duplicates" })
      .nullish()
      .meta({ description: "IDs of members; in a code document, their email addresses" }),
    role: z
      .enum(ROLES)
      .nullish()
      .meta({ description: "Alternative to `people`: all members that have exactly this role" }),
  })
  .superRefine(({ people, role }, ctx) => {
    const issue = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (people && role) issue("role", "cannot be combined with 'people'; set only one of them");
    if (!people && !role) issue("people", "is required, or 'role'");
  });

export const webpushType = defineChannelType({
  type: "webpush",
  label: "Web Push",
  category: "push",
  config,
  secrets: {},
  connections: [
    {
      key: "people",
      label: "Members by name",
      fields: [
        {
          key: "people",
          label: "Members",
          hint: `Up to ${PEOPLE_MAX}. Each adds devices under Profile > Devices.`,
          placeholder: "",
          input: "members",
        },
      ],
    },
    {
      key: "role",
      label: "All members of a role",
      fields: [
        {
          key: "role",
          label: "Role",
          hint: "Members with exactly this role, on all their devices.",
          placeholder: "",
          input: "select",
          options: [
            { value: "owner", label: "Owner" },
            { value: "admin", label: "Admin" },
            { value: "member", label: "Member" },
            { value: "viewer", label: "Viewer" },
          ],
        },
      ],
    },
  ],
  fields: [],
  destination: ["people", "role"],
});
