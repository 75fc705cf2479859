import { z } from "zod";
import { urlError } from "../../common/http-rules.ts";
import { templateNames } from "../../variables/template.ts";

/** An absolute http(s) URL that a channel sends to. The egress policy decides at each connection. */
export const channelUrl = z
  .string()
  .max(2_048)
  .superRefine((text, ctx) => {
    const isTemplate = templateNames(text).length > 0;
    const message = isTemplate ? "must be an absolute URL without variables" : urlError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ format: "uri" });

/** The configuration of a service whose webhook URL is its only setting. */
export const webhookUrlConfig = z.strictObject({ webhook_url: channelUrl });
