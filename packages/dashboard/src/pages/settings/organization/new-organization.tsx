import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";

/** Creates an organization and switches to it. The creator becomes its owner. */
export function NewOrganization() {
  const api = useApi();
  const { switchOrganization } = useSession();
  const [name, setName] = useState("");
  const submission = useSubmission(async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = { name, settings: { timezone: timeZone } };
    const created = await dataOf(api.POST("/api/v1/organizations", { body }));
    toast(`${created.name} created. You are now in this organization.`);
    switchOrganization(created.id);
  });
  return (
    <SettingsSection
      title="New organization"
      description="Has its own monitors, members and API keys. Switch between organizations above the navigation."
    >
      <SubmitForm
        submission={submission}
        fields={["name"]}
        submit={{ label: "Create organization", busy: "Creating …", variant: "plain" }}
      >
        <div className="max-w-sm">
          <Field
            label="Organization name"
            autoComplete="off"
            value={name}
            onValue={setName}
            error={fieldErrorOf(submission.error, "name", "The name")}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
