import { gitlabIssueType } from "@vedette/contract/alerts/channels/issue-trackers/gitlab-issue.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { issueComment, issueMarkdown, issueTitle } from "../../messages/services/issue-markdown.ts";
import { sendToIssue } from "../../messages/services/send-to-issue.ts";

/**
 * Issues of a project: an alert opens one, reminders comment on it, and its recovery closes it and comments. Source: GitLab's
 * REST API documentation, "Issues" and "Notes".
 */
export function gitlabIssueChannel(): Channel {
  return defineChannel({
    declaration: gitlabIssueType,
    timeoutMs: 2 * POST_TIMEOUT_MS,
    digests: false,
    send(message, { project, token, labels, api_url: apiUrl }, ctx) {
      const server = (apiUrl ?? "https://gitlab.com").replace(/\/+$/, "");
      const issues = `${server}/api/v4/projects/${encodeURIComponent(project)}/issues`;
      const description = describeMessage(message);
      const request = (method: "POST" | "PUT", url: string, content: object) =>
        postMessage(
          ctx,
          { method, url, headers: { "private-token": token }, body: JSON.stringify(content) },
          READING,
        );
      return sendToIssue(message, ctx.thread, {
        create: () =>
          request("POST", issues, {
            title: issueTitle(description.headline),
            description: issueMarkdown(description),
            ...(labels && { labels: labels.join(",") }),
          }),
        comment: (number) =>
          request("POST", `${issues}/${number}/notes`, { body: issueComment(description) }),
        close: (number) => request("PUT", `${issues}/${number}`, { state_event: "close" }),
      });
    },
  });
}

const issueSchema = z.object({ iid: z.number().int().positive() });

const READING: ResponseReading = {
  threadOf: (reply) => issueSchema.safeParse(reply).data?.iid.toString(),
  /** The token is wrong, or may not create issues. */
  permanentStatuses: [401, 403],
};
