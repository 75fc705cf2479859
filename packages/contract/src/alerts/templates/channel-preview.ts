import { z } from "zod";
import { orgIdField } from "../../targets/target-fields.ts";
import { ALERT_CHANNEL_TYPES } from "../channels/channel-types.ts";
import { bodyTemplateError, channelTemplatesSchema } from "./channel-templates.ts";

/** A preview of what a channel sends with its templates. */

const PREVIEW_KINDS = ["opened", "reminder", "resolved"] as const;

export const channelPreviewRequest = z
  .strictObject({
    org_id: orgIdField,
    type: z.enum(ALERT_CHANNEL_TYPES),
    templates: channelTemplatesSchema,
    kind: z.enum(PREVIEW_KINDS).default("opened").meta({ description: "Which message of an alert" }),
  })
  .superRefine(({ type, templates }, ctx) => {
    const message = bodyTemplateError(type, templates);
    if (message !== null) ctx.addIssue({ code: "custom", path: ["templates", "body"], message });
  })
  .meta({ id: "AlertChannelPreviewRequest" });
export type ChannelPreviewRequest = z.output<typeof channelPreviewRequest>;

export const channelPreviewSchema = z
  .object({
    alert_id: z.string().nullable().meta({
      description: "The alert that the preview shows: the last one; null if it shows a sample",
    }),
    title: z.string().meta({ description: "First line of the message" }),
    text: z.string().meta({ description: "The rest of the message, in lines" }),
    body: z.string().nullable().meta({ description: "Null without a template for the body" }),
    content_type: z.string().nullable().meta({ description: "Content type of `body`" }),
  })
  .meta({ id: "AlertChannelPreview" });
export type ChannelPreview = z.output<typeof channelPreviewSchema>;
