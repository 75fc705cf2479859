import { t } from "../../../language/t.ts";

/** The CI systems that the form for a trust has presets for. */
export const CI_SYSTEMS = ["github", "gitlab", "other"] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number];

type Preset = {
  label: string;
  /** Empty if the user must enter it. */
  issuer: string;
  issuerHint: string;
  audienceHint: string;
  subjectExample: string;
  subjectHint: string;
};

export const PRESETS: Record<CiSystem, Preset> = {
  github: {
    label: "GitHub Actions",
    issuer: "https://token.actions.githubusercontent.com",
    issuerHint: t("Signs the tokens of all jobs on github.com."),
    audienceHint: t("The action requests a token for the URL of this server."),
    subjectExample: "repo:acme/shop:ref:refs/heads/main",
    subjectHint: t("Repository and branch, or :pull_request for plans. Use * only after the owner."),
  },
  gitlab: {
    label: "GitLab",
    issuer: "https://gitlab.com",
    issuerHint: t("The URL of your GitLab server."),
    audienceHint: t("The aud of the job's id_tokens. The template uses the URL of this server."),
    subjectExample: "project_path:acme/shop:ref_type:branch:ref:main",
    subjectHint: t("Project and branch of the job. Use * only after the owner."),
  },
  other: {
    label: t("Another system with OIDC"),
    issuer: "",
    issuerHint: t("The https URL that the tokens contain as iss."),
    audienceHint: t("The job must request a token with this aud."),
    subjectExample: "org/acme/shop",
    subjectHint: t("The sub of the tokens. Use * only after the owner."),
  },
};

/** Returns what the configuration of the job needs to exchange its token. `server` is the URL of this server. */
export function jobConfiguration(
  system: CiSystem,
  trust: { id: string; audience: string },
  server: string,
): string {
  const { id, audience } = trust;
  const isOwnAudience = audience !== server;
  switch (system) {
    case "github":
      return [
        "permissions:",
        "  contents: read",
        "  id-token: write",
        "",
        "# In the step of the Vedette action:",
        "with:",
        `  url: ${server}`,
        `  trust-id: ${id}`,
        ...(isOwnAudience ? [`  audience: ${audience}`] : []),
      ].join("\n");
    case "gitlab":
      return [
        "variables:",
        `  VEDETTE_URL: ${server}`,
        `  VEDETTE_TRUST_ID: ${id}`,
        ...(isOwnAudience
          ? ["", ".vedette:", "  id_tokens:", "    VEDETTE_ID_TOKEN:", `      aud: ${audience}`]
          : []),
      ].join("\n");
    case "other":
      return [
        `curl -X POST ${server}/api/v1/code/token -H 'Content-Type: application/json' \\`,
        `  -d '{"trust_id": "${id}", "token": "'"$ID_TOKEN"'"}'`,
      ].join("\n");
  }
}
