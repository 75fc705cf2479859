import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { useSubmission } from "../../../components/use-submission.ts";
import { SettingsSection } from "../settings-section.tsx";
import { timezoneOptions } from "./timezone-options.ts";

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
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
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
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const settings = { timezone, retention_days: Number(days) };
    await api.PUT("/api/v1/organizations/{id}", { params: { path: { id } }, body: { name, slug, settings } });
    await queries.invalidateQueries({ queryKey: keys.list("organizations") });
    toast("Organization saved.");
  });
  const fieldErrors = {
    name: fieldErrorOf(error, "name", "The name"),
    slug: fieldErrorOf(error, "slug", "The slug"),
    timezone: fieldErrorOf(error, "settings.timezone", "The time zone"),
    days: fieldErrorOf(error, "settings.retention_days", "The number of days"),
  };
  const isFieldError = Object.values(fieldErrors).some((error) => error !== null);

  return (
    <SettingsSection title={saved.name} description={`Your role is ${role}.`}>
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {error && !isFieldError && <Notice>{error.message}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" autoComplete="off" value={name} onValue={setName} error={fieldErrors.name} />
          <Field
            label="Slug"
            autoComplete="off"
            spellCheck={false}
            hint="Used in URLs: a-z, 0-9 and hyphens."
            value={slug}
            onValue={setSlug}
            error={fieldErrors.slug}
          />
          <SelectField
            label="Time zone"
            value={timezone}
            onValue={setTimezone}
            options={timezoneOptions(timezone)}
            error={fieldErrors.timezone}
          />
          <Field
            label="Result retention (days)"
            type="number"
            min={1}
            hint="The plan or the server may limit this."
            value={days}
            onValue={setDays}
            error={fieldErrors.days}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" busy={isBusy && "Saving …"}>
            Save
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
