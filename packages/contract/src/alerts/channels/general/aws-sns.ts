import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const awsSnsType = defineChannelType({
  type: "aws_sns",
  label: "AWS SNS",
  category: "general",
  config: z.strictObject({
    topic_arn: z
      .string()
      .max(400)
      .regex(
        /^arn:aws[a-z-]*:sns:[a-z0-9-]{1,30}:\d{12}:[A-Za-z0-9_-]{1,251}(\.fifo)?$/,
        "must be the ARN of an SNS topic",
      ),
    access_key_id: z.string().regex(/^[A-Z0-9]{16,128}$/, "must be the ID of an access key"),
    secret_access_key: z.string().regex(/^[A-Za-z0-9/+=]{30,128}$/, "must be the secret of the access key"),
    endpoint: channelUrl.nullish().meta({ description: "Another endpoint, such as that of a VPC" }),
  }),
  secrets: { secret_access_key: "text" },
  serverField: "endpoint",
  fields: [
    {
      key: "topic_arn",
      label: "Topic ARN",
      hint: "In Amazon SNS: Topics.",
      placeholder: "arn:aws:sns:eu-central-1:123456789012:alerts",
      input: "text",
    },
    {
      key: "access_key_id",
      label: "Access key ID",
      hint: "Of a user that may call sns:Publish on this topic only.",
      placeholder: "AKIA…",
      input: "text",
    },
    {
      key: "secret_access_key",
      label: "Secret access key",
      hint: "The secret of the access key.",
      placeholder: "40 characters",
      input: "password",
    },
    {
      key: "endpoint",
      label: "Endpoint",
      hint: "Blank: the endpoint of the region of the topic.",
      placeholder: "https://sns.eu-central-1.amazonaws.com",
      input: "text",
      isOptional: true,
    },
  ],
  destination: ["topic_arn"],
});
