import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { LoadState } from "../../../components/load-state.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import { DomainItem } from "./domain-item.tsx";

/** The server checks pending domains every minute. */
const DOMAINS_REFETCH_MS = 30_000;

/** Own domains of the page, with the DNS records that they need. */
export function DomainsTab({ page: { id } }: { page: StatusPage }) {
  const api = useApi();
  const { data: domains, error } = useQuery({
    queryKey: keys.detail("status-pages", id, "domains"),
    refetchInterval: DOMAINS_REFETCH_MS,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/status-pages/{id}/domains", { params: { path: { id } }, signal })),
  });
  return (
    <div className="grid gap-5">
      <SettingsSection
        title={t("Own domain")}
        description={t(
          "Shows the page at a host name of yours. Your proxy gets the certificate; the guide shows how with Caddy.",
        )}
      >
        <ForRole>
          <AddDomain id={id} />
        </ForRole>
      </SettingsSection>
      <LoadState data={domains} error={error} lines={3} />
      {domains?.length === 0 && <p className="text-soft">{t("This page has no domain of its own yet.")}</p>}
      {domains?.map((domain) => (
        <DomainItem key={domain.id} pageId={id} domain={domain} />
      ))}
    </div>
  );
}

function AddDomain({ id }: { id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [host, setHost] = useState("");
  const submission = useSubmission(
    async () => {
      await dataOf(
        api.POST("/api/v1/status-pages/{id}/domains", { params: { path: { id } }, body: { host } }),
      );
      setHost("");
      await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    },
    host === "" ? undefined : host,
  );
  return (
    <SubmitForm
      submission={submission}
      fields={["host"]}
      submit={{ label: t("Add domain"), busy: t("Adding …"), variant: "plain" }}
    >
      <Field
        label={t("Host name")}
        autoComplete="off"
        spellCheck={false}
        placeholder="status.acme.example"
        value={host}
        onValue={setHost}
        error={fieldErrorOf(submission.error, "host", t("The host name"))}
      />
    </SubmitForm>
  );
}
