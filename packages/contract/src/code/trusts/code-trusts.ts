import { z } from "zod";
import { cursorSchema, limitSchema, timestamp } from "../../common/paging.ts";
import { readOnly } from "../../common/read-only.ts";
import { orgIdField } from "../../targets/target-fields.ts";
import { projectPatternsSchema } from "../project-patterns.ts";
import { subjectPatternError } from "./subject-patterns.ts";

/** Trust in the OIDC tokens of CI jobs: they are exchanged for short-lived API keys, so that CI stores no key. */

/** Trusts of an organization: several for each of its repositories. */
export const TRUSTS_MAX = 200;
/** How long a key that was exchanged for a token is valid. */
export const TOKEN_KEY_SECONDS = 900;
/** Tokens of GitHub and GitLab have 1 to 2 KB. */
const TOKEN_LENGTH_MAX = 16_384;

/** The issuer identifier of OpenID Connect Discovery 1.0, section 3: `https`, without query and fragment. */
const issuer = z
  .string()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.protocol === "https:" && !/[?#@]/.test(text) && url.hostname !== "";
  }, "must be an https URL without query, such as https://token.actions.githubusercontent.com")
  .meta({
    description:
      "`https://token.actions.githubusercontent.com` for GitHub Actions, the URL of the server for GitLab. Compared with `iss`",
  });

const subject = z
  .string()
  .min(1, "is required")
  .max(300)
  .superRefine((pattern, ctx) => {
    const message = subjectPatternError(pattern);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({
    description:
      "Pattern of `sub`. A `*` matches text without `:`, and at the end any text; it may occur only after the owner",
  });

const fields = {
  issuer,
  audience: z.string().min(1, "is required").max(300).meta({
    description: "Must be among `aud` of the token. Use the URL of this server, and request it in the job",
  }),
  subject,
  scope: z.literal("code"),
  projects: projectPatternsSchema.meta({ description: "The projects that the keys are for" }),
};

export const codeTrustSchema = z
  .object({
    id: z.string(),
    issuer: z.string(),
    audience: z.string(),
    subject: z.string(),
    scope: z.literal("code"),
    projects: z.array(z.string()),
    created_by: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: "When a token was last exchanged" }),
  })
  .meta({ id: "CodeTrust" });
export type CodeTrust = z.output<typeof codeTrustSchema>;

export const codeTrustCreate = z
  .strictObject({
    ...{ id: readOnly, created_by: readOnly, created_at: readOnly, last_used_at: readOnly },
    org_id: orgIdField,
    ...fields,
    scope: fields.scope.default("code"),
  })
  .meta({ id: "CodeTrustCreate" });
export type CodeTrustCreate = Pick<
  z.output<typeof codeTrustCreate>,
  "issuer" | "audience" | "subject" | "scope" | "projects"
>;

export const codeTrustListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  org_id: z.string().optional(),
});
export type CodeTrustListQuery = z.output<typeof codeTrustListQuery>;

export const codeTokenRequest = z
  .strictObject({
    trust_id: z.string().max(64).meta({ description: "ID of the trust" }),
    token: z
      .string()
      .min(1, "is required")
      .max(TOKEN_LENGTH_MAX)
      .meta({ description: "The OIDC token of the CI job" }),
  })
  .meta({ id: "CodeTokenRequest" });
export type CodeTokenRequest = z.output<typeof codeTokenRequest>;

export const codeTokenSchema = z
  .object({
    key: z.string().meta({ description: "An API key of scope `code`" }),
    expires_at: timestamp.meta({ description: `${TOKEN_KEY_SECONDS / 60} minutes from now` }),
    projects: z.array(z.string()),
  })
  .meta({ id: "CodeToken" });
export type CodeToken = z.output<typeof codeTokenSchema>;
