import { githubIssueType } from "@vedette/contract/alerts/channels/issue-trackers/github-issue.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { issueComment, issueMarkdown, issueTitle } from "../../messages/services/issue-markdown.ts";
import { sendToIssue } from "../../messages/services/send-to-issue.ts";

/**
 * Issues of a repository: an alert opens one, reminders comment on it, and its recovery closes it and comments. Source: GitHub's
 * REST API documentation, "Issues" and "Rate limits".
 */
export function githubIssueChannel(): Channel {
  return defineChannel({
    declaration: githubIssueType,
    timeoutMs: 2 * POST_TIMEOUT_MS,
    digests: false,
    send(message, { repository, token, labels, api_url: apiUrl }, ctx) {
      const issues = `${(apiUrl ?? "https://api.github.com").replace(/\/+$/, "")}/repos/${repository}/issues`;
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      };
      const description = describeMessage(message);
      const request = (method: "POST" | "PATCH", url: string, content: object) =>
        postMessage(ctx, { method, url, headers, body: JSON.stringify(content) }, READING);
      return sendToIssue(message, ctx.thread, {
        create: () =>
          request("POST", issues, {
            title: issueTitle(description.headline),
            body: issueMarkdown(description),
            ...(labels && { labels }),
          }),
        comment: (number) =>
          request("POST", `${issues}/${number}/comments`, { body: issueComment(description) }),
        close: (number) =>
          request("PATCH", `${issues}/${number}`, { state: "closed", state_reason: "completed" }),
      });
    },
  });
}

const issueSchema = z.object({ number: z.number().int().positive() });
const errorSchema = z.object({ message: z.string() });

const READING: ResponseReading = {
  threadOf: (reply) => issueSchema.safeParse(reply).data?.number.toString(),
  permanentStatuses: [401],
  /** A rate limit is answered with 403 too. 404: the token may not see the repository, or a moved issue. */
  failureOf(reply, statusCode) {
    const text = errorSchema.safeParse(reply).data?.message;
    if (text === undefined) return undefined;
    const isRateLimit = /rate limit/i.test(text);
    return {
      error: `GitHub returned ${statusCode}: ${text}`,
      ...(statusCode === 403 && { isPermanent: !isRateLimit }),
    };
  },
};
