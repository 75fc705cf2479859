import { z } from "zod";
import { headerErrors } from "../../../common/http-rules.ts";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

/** Webhook headers that Vedette sets. Receivers rely on them to parse and verify a message. */
const OWN_HEADERS = new Set([
  "content-type",
  "host",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
]);

const headers = z.record(z.string(), z.string()).superRefine((headers, ctx) => {
  const own = Object.keys(headers)
    .filter((name) => OWN_HEADERS.has(name.toLowerCase()))
    .map((name) => ({ path: `headers.${name}`, message: "is set by Vedette; remove it" }));
  for (const { path, message } of [...headerErrors(headers), ...own])
    ctx.addIssue({ code: "custom", path: path.split(".").slice(1), message });
});

export const webhookType = defineChannelType({
  type: "webhook",
  label: "Webhook",
  category: "general",
  config: z.strictObject({ url: channelUrl, headers: headers.default({}) }),
  secrets: { headers: "values", url: "query" },
  serverField: "url",
  fields: [
    {
      key: "url",
      label: "URL",
      hint: "Receives signed JSON POST requests (Standard Webhooks).",
      placeholder: "https://hooks.example.com/vedette",
      input: "text",
    },
    { key: "headers", label: "Header", hint: "", placeholder: "", input: "headers" },
  ],
  destination: ["url"],
});
