import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { timezoneOptions } from "../../../components/forms/timezone-options.ts";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";

/** Name, slug and settings; read-only for roles that may not change them. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { reaches } = useRole();
  if (reaches("admin")) return <EditableOrganization organization={organization} />;
  const { name, slug, role, settings } = organization;
  const facts = [
    ["Name", name],
    ["Slug", slug],
    ["Time zone", settings.timezone],
    ["Result retention", `${settings.retention_days} days`],
  ] as const;
  return (
    <SettingsSection
      title={name}
      description={`Your role is ${role}. Only admins and owners can change these settings.`}
    >
      <FactList facts={facts} />
    </SettingsSection>
  );
}

function EditableOrganization({ organization: { id, role, ...saved } }: { organization: Organization }) {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(saved.name);
  const [slug, setSlug] = useState(saved.slug);
  const [timezone, setTimezone] = useState(saved.settings.timezone);
  const [days, setDays] = useState(String(saved.settings.retention_days));
  const submission = useSubmission(async () => {
    const settings = { timezone, retention_days: Number(days) };
    await api.PUT("/api/v1/organizations/{id}", { params: { path: { id } }, body: { name, slug, settings } });
    await queries.invalidateQueries({ queryKey: keys.list("organizations") });
    toast("Organization saved.");
  });
  const errorAt = (path: string, label: string) => fieldErrorOf(submission.error, path, label);
  return (
    <SettingsSection title={saved.name} description={`Your role is ${role}.`}>
      <SubmitForm
        submission={submission}
        fields={["name", "slug", "settings.timezone", "settings.retention_days"]}
        submit={{ label: "Save", busy: "Saving …" }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            autoComplete="off"
            value={name}
            onValue={setName}
            error={errorAt("name", "The name")}
          />
          <Field
            label="Slug"
            autoComplete="off"
            spellCheck={false}
            hint="Used in URLs: a-z, 0-9 and hyphens."
            value={slug}
            onValue={setSlug}
            error={errorAt("slug", "The slug")}
          />
          <SelectField
            label="Time zone"
            value={timezone}
            onValue={setTimezone}
            options={timezoneOptions(timezone)}
            error={errorAt("settings.timezone", "The time zone")}
          />
          <Field
            label="Result retention (days)"
            type="number"
            min={1}
            hint="The plan or the server may limit this."
            value={days}
            onValue={setDays}
            error={errorAt("settings.retention_days", "The number of days")}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
