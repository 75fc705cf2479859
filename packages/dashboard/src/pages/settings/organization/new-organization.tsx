import { useState } from "react";
import { faultOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { useSubmission } from "../../../components/use-submission.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Another one, for another team. Whoever makes it owns it, and goes on in it. */
export function NewOrganization() {
  const api = useApi();
  const { switchOrganization } = useSession();
  const [name, setName] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = { name, settings: { timezone: timeZone } };
    const made = await dataOf(api.POST("/api/v1/organizations", { body }));
    toast(`${made.name} is created. You are in it now.`);
    switchOrganization(made.id);
  });
  const fault = faultOf(error, "name", "The name");
  return (
    <SettingsSection
      title="Another organization"
      words="With monitors, members and keys of its own. You become its owner, and switch between them above the navigation."
    >
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {error && !fault && <Notice>{error.message}</Notice>}
        <div className="max-w-sm">
          <Field
            label="Name of the new organization"
            autoComplete="off"
            value={name}
            onValue={setName}
            fault={fault}
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
