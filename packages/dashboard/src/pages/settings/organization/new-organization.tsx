import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { useSubmission } from "../../../components/use-submission.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Creates an organization and switches to it. The creator becomes its owner. */
export function NewOrganization() {
  const api = useApi();
  const { switchOrganization } = useSession();
  const [name, setName] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = { name, settings: { timezone: timeZone } };
    const created = await dataOf(api.POST("/api/v1/organizations", { body }));
    toast(`${created.name} created. You are now in this organization.`);
    switchOrganization(created.id);
  });
  const fieldError = fieldErrorOf(error, "name", "The name");
  return (
    <SettingsSection
      title="New organization"
      description="Has its own monitors, members and API keys. Switch between organizations above the navigation."
    >
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {error && !fieldError && <Notice>{error.message}</Notice>}
        <div className="max-w-sm">
          <Field
            label="Organization name"
            autoComplete="off"
            value={name}
            onValue={setName}
            error={fieldError}
          />
        </div>
        <div>
          <Button type="submit" busy={isBusy && "Creating …"}>
            Create organization
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
