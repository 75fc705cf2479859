import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { issueLabels } from "./issue-labels.ts";

export const githubIssueType = defineChannelType({
  type: "github_issue",
  label: "GitHub issue",
  category: "issue-trackers",
  config: z.strictObject({
    repository: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, "must be a repository such as acme/shop"),
    token: z.string().regex(/^[A-Za-z0-9_]{20,255}$/, "must be a personal access token"),
    labels: issueLabels,
    api_url: channelUrl.nullish().meta({ description: "The API of a GitHub Enterprise Server" }),
  }),
  secrets: { token: "text" },
  serverField: "api_url",
  fields: [
    {
      key: "repository",
      label: "Repository",
      hint: "Owner and name.",
      placeholder: "acme/shop",
      input: "text",
    },
    {
      key: "token",
      label: "Token",
      hint: "A fine-grained token with the permission Issues: read and write.",
      placeholder: "github_pat_…",
      input: "password",
    },
    {
      key: "labels",
      label: "Labels",
      hint: "Labels of new issues. Optional.",
      placeholder: "incident",
      input: "list",
      isOptional: true,
    },
    {
      key: "api_url",
      label: "API URL",
      hint: "Only for GitHub Enterprise Server.",
      placeholder: "https://github.example.com/api/v3",
      input: "text",
      isOptional: true,
    },
  ],
  destination: ["repository"],
});
