import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { issueLabels } from "./issue-labels.ts";

export const gitlabIssueType = defineChannelType({
  type: "gitlab_issue",
  label: "GitLab issue",
  category: "issue-trackers",
  config: z.strictObject({
    project: z
      .union([z.string(), z.number().int().transform(String)])
      .pipe(
        z
          .string()
          .regex(/^[\w.-]+(\/[\w.-]+){0,20}$/, "must be the path or ID of a project, such as acme/shop"),
      )
      .pipe(z.string().max(255)),
    token: z.string().regex(/^[A-Za-z0-9_.-]{20,255}$/, "must be an access token"),
    labels: issueLabels,
    api_url: channelUrl.nullish().meta({ description: "The server, if it is not https://gitlab.com" }),
  }),
  secrets: { token: "text" },
  serverField: "api_url",
  fields: [
    {
      key: "project",
      label: "Project",
      hint: "Path or ID of the project.",
      placeholder: "acme/shop",
      input: "text",
    },
    {
      key: "token",
      label: "Token",
      hint: "A project access token with the role Reporter and the scope api.",
      placeholder: "glpat-…",
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
      label: "Server",
      hint: "Blank: https://gitlab.com.",
      placeholder: "https://gitlab.example.com",
      input: "text",
      isOptional: true,
    },
  ],
  destination: ["project"],
});
