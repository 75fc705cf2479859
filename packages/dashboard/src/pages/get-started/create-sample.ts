import { type Api, createApi, dataOf } from "../../api/client.ts";
import { createSessionFetch } from "../../api/session-fetch.ts";
import type { Session } from "../../app/session.tsx";
import { t } from "../../language/t.ts";
import { bodyOfRule, emptyRule } from "../alert-rules/rule-draft.ts";

/**
 * Creates an organization with sample targets, so that everything shown is measured. They check example.com, which is
 * reserved for examples (RFC 2606); this server cannot check itself, because its own ports are protected.
 */

const NAME = t("Sample organization");
/** Often enough to see something, and polite to example.com. */
const INTERVAL_SECONDS = 300;

/** Returns the ID of the organization. */
export async function createSample({ api }: Pick<Session, "api">): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const body = { name: NAME, sample: true, settings: { timezone: timeZone } };
  const { id: orgId } = await dataOf(api.POST("/api/v1/organizations", { body }));
  const fetch = window.fetch.bind(window);
  const sample = createApi(createSessionFetch({ key: null, orgId, fetch, renew: async () => false }));
  await createTargets(sample);
  await sample.POST("/api/v1/alerts/rules", {
    body: bodyOfRule({ ...emptyRule(), name: t("Anything down") }),
  });
  return orgId;
}

async function createTargets(sample: Api): Promise<void> {
  const group = await dataOf(sample.POST("/api/v1/groups", { body: { name: "Website" } }));
  const common = { group_id: group.id, interval: INTERVAL_SECONDS, tags: ["sample"] };
  const monitors = [
    { ...common, name: t("Home page"), type: "url" as const, url: "https://example.com/" },
    { ...common, name: "Port 443", type: "tcp" as const, host: "example.com", port: 443 },
    {
      ...common,
      name: t("Failing on purpose"),
      description: t("A name that does not exist, so that you see how a failure looks."),
      type: "url" as const,
      url: "https://failing.example.invalid/",
    },
  ];
  const ids = await Promise.all(
    monitors.map(async (body) => (await dataOf(sample.POST("/api/v1/monitors", { body }))).id),
  );
  const steps = [{ url: "https://example.com/" }];
  const { id } = await dataOf(
    sample.POST("/api/v1/api-monitors", { body: { ...common, name: t("Home page in steps"), steps } }),
  );
  // The first results are there at once.
  await Promise.all([
    ...ids.map((id) => sample.POST("/api/v1/monitors/{id}/check", { params: { path: { id } } })),
    sample.POST("/api/v1/api-monitors/{id}/trigger", { params: { path: { id } }, body: {} }),
  ]);
}
