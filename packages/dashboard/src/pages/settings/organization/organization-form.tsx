import { useQueryClient } from "@tanstack/react-query";
import { MANAGED_EDITS, type Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { TimezoneField } from "../../../components/forms/timezone-field.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { LoadState } from "../../../components/load-state.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Name, slug and settings; read-only for roles that may not change them. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { reaches } = useRole();
  const { id, name, slug, role, settings } = organization;
  if (reaches("admin")) return <EditableOrganization id={id} role={role} />;
  const facts = [
    [t("Name"), name],
    [t("Slug"), slug],
    [t("Time zone"), settings.timezone],
    [t("Result retention"), t("{count} days", { count: settings.retention_days })],
    [t("Edits of what is managed by code"), MANAGED_EDIT_LABELS[settings.managed_edits]],
    [t("Two-factor authentication"), settings.require_two_factor ? t("Required") : t("Optional")],
  ] as const;
  return (
    <SettingsSection
      title={name}
      description={t("Your role is {role}. Only admins and owners can change these settings.", {
        role: ROLE_WORDS[role],
      })}
    >
      <FactList facts={facts} />
    </SettingsSection>
  );
}

function EditableOrganization({ id, role }: { id: string; role: Organization["role"] }) {
  const api = useApi();
  const { loaded, error } = useLoaded("organizations", id, (signal) =>
    versionedOf(api.GET("/api/v1/organizations/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <LoadState data={loaded} error={error} />
      {loaded && <EditOrganization loaded={loaded} role={role} />}
    </>
  );
}

const MANAGED_EDIT_LABELS = {
  allow: t("Allow"),
  warn: t("Allow with a warning"),
  refuse: t("Refuse"),
} as const satisfies Record<Organization["settings"]["managed_edits"], string>;

const MANAGED_EDIT_OPTIONS = MANAGED_EDITS.map((value) => ({ value, label: MANAGED_EDIT_LABELS[value] }));

type OrganizationBody = Pick<Organization, "name" | "slug"> & {
  settings: Omit<Organization["settings"], "trace_url_template"> & { trace_url_template: string | null };
};

function withTraceUrl({ settings }: Organization): OrganizationBody["settings"] {
  return {
    ...settings,
    require_two_factor: settings.require_two_factor ?? false,
    trace_url_template: settings.trace_url_template ?? null,
  };
}

function EditOrganization({ loaded, role }: { loaded: Versioned<Organization>; role: Organization["role"] }) {
  const { id, ...saved } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(saved.name);
  const [slug, setSlug] = useState(saved.slug);
  const [timezone, setTimezone] = useState(saved.settings.timezone);
  const [days, setDays] = useState(String(saved.settings.retention_days));
  const [managedEdits, setManagedEdits] = useState(saved.settings.managed_edits);
  const [requiresTwoFactor, setRequiresTwoFactor] = useState(saved.settings.require_two_factor ?? false);
  const [traceUrl, setTraceUrl] = useState(saved.settings.trace_url_template ?? "");
  const params = { path: { id } };
  const { save, dialog } = useEdit<Organization, OrganizationBody>({
    loaded,
    bodyOf: (organization) => ({
      ...{ name: organization.name, slug: organization.slug, settings: withTraceUrl(organization) },
    }),
    read: () => versionedOf(api.GET("/api/v1/organizations/{id}", { params })),
    async write(body, { etag }) {
      const stored = await versionedOf(
        api.PUT("/api/v1/organizations/{id}", { params, body, ifMatch: etag }),
      );
      queries.setQueryData(keys.form("organizations", id), stored);
      return stored;
    },
  });
  const body = {
    name,
    slug,
    settings: {
      timezone,
      retention_days: Number(days),
      managed_edits: managedEdits,
      require_two_factor: requiresTwoFactor,
      trace_url_template: traceUrl.trim() || null,
    },
  };
  const submission = useSubmission(async () => {
    const stored = await save(body);
    if (stored === null) return false;
    // A merge contains changes of someone else.
    setName(stored.name);
    setSlug(stored.slug);
    setTimezone(stored.settings.timezone);
    setDays(String(stored.settings.retention_days));
    setManagedEdits(stored.settings.managed_edits);
    setRequiresTwoFactor(stored.settings.require_two_factor ?? false);
    setTraceUrl(stored.settings.trace_url_template ?? "");
    await queries.invalidateQueries({ queryKey: keys.list("organizations") });
    toast(t("Organization saved."));
    return true;
  }, body);
  const errorAt = (path: string, label: string) => fieldErrorOf(submission.error, path, label);
  return (
    <SettingsSection title={saved.name} description={t("Your role is {role}.", { role: ROLE_WORDS[role] })}>
      <SubmitForm
        submission={submission}
        fields={[
          "name",
          "slug",
          "settings.timezone",
          "settings.retention_days",
          "settings.managed_edits",
          "settings.require_two_factor",
          "settings.trace_url_template",
        ]}
        submit={{ label: t("Save"), busy: t("Saving …") }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("Name")}
            autoComplete="off"
            value={name}
            onValue={setName}
            error={errorAt("name", t("The name"))}
          />
          <Field
            label={t("Slug")}
            autoComplete="off"
            spellCheck={false}
            hint={t("Used in URLs: a-z, 0-9 and hyphens.")}
            value={slug}
            onValue={setSlug}
            error={errorAt("slug", t("The slug"))}
          />
          <TimezoneField
            value={timezone}
            onValue={setTimezone}
            error={errorAt("settings.timezone", t("The time zone"))}
          />
          <Field
            label={t("Result retention (days)")}
            type="number"
            min={1}
            hint={t("The plan or the server may limit this.")}
            value={days}
            onValue={setDays}
            error={errorAt("settings.retention_days", t("The number of days"))}
          />
          <SelectField
            label={t("Edits of what is managed by code")}
            hint={t("Pausing, snoozing and running are always allowed.")}
            value={managedEdits}
            onValue={setManagedEdits}
            options={MANAGED_EDIT_OPTIONS}
            error={errorAt("settings.managed_edits", t("The choice"))}
          />
          <Field
            label={t("Trace URL")}
            autoComplete="off"
            inputMode="url"
            placeholder="https://grafana.example.com/explore?trace={trace_id}"
            hint={t("Results with a trace link to it. Leave blank for no link.")}
            value={traceUrl}
            onValue={setTraceUrl}
            error={errorAt("settings.trace_url_template", t("The trace URL"))}
          />
        </div>
        <CheckField
          label={t("Require two-factor authentication")}
          hint={t(
            "Members without it can use the organization only after they have set it up. People who sign in only by OpenID Connect, and API keys, are not affected.",
          )}
          isChecked={requiresTwoFactor}
          onChecked={setRequiresTwoFactor}
        />
        {errorAt("settings.require_two_factor", t("The choice")) && (
          <p role="alert" className="text-sm text-down">
            {errorAt("settings.require_two_factor", t("The choice"))}
          </p>
        )}
      </SubmitForm>
      {dialog}
    </SettingsSection>
  );
}
