import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../../settings/settings-section.tsx";
import type { PageDraft, PagePart } from "./page-draft.ts";

const AUTOMATIC_OPTIONS = [
  { value: "never", label: "Never: you post incidents" },
  { value: "draft", label: "Draft: you review and publish" },
  { value: "publish", label: "Publish: visitors see it at once" },
] as const satisfies readonly { value: PageDraft["automatic"]["incidents"]; label: string }[];

export function SettingsTab({ page, part }: { page: StatusPage; part: PagePart }) {
  const { draft, onChange, errorAt } = part;
  const { automatic } = draft;
  return (
    <>
      <SettingsSection title="Page">
        <Field
          label="Title"
          autoComplete="off"
          value={draft.title}
          onValue={(title) => onChange({ title })}
          error={errorAt("title", "The title")}
        />
        <Field
          label="Slug"
          autoComplete="off"
          spellCheck={false}
          hint="The last part of the address. The old address redirects for 30 days."
          value={draft.slug}
          onValue={(slug) => onChange({ slug })}
          error={errorAt("slug", "The slug")}
        />
        <TextField
          label="Description"
          hint="Below the title. Markdown: **bold**, lists and links."
          value={draft.description}
          onValue={(description) => onChange({ description })}
          error={errorAt("description", "The description")}
        />
        <CheckField
          label="Hide from search engines"
          hint="Asks them not to list the page."
          isChecked={draft.noindex}
          onChecked={(noindex) => onChange({ noindex })}
        />
      </SettingsSection>
      <SettingsSection
        title="Automatic incidents"
        description="The status of components always follows their targets. A critical alert can also become an incident."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="On a critical alert"
            value={automatic.incidents}
            onValue={(incidents) => onChange({ automatic: { ...automatic, incidents } })}
            options={AUTOMATIC_OPTIONS}
            error={errorAt("automatic.incidents", "The choice")}
          />
          {automatic.incidents !== "never" && (
            <Field
              label="After seconds"
              inputMode="numeric"
              hint="How long the alert must stay open."
              value={automatic.afterSeconds}
              onValue={(afterSeconds) => onChange({ automatic: { ...automatic, afterSeconds } })}
              error={errorAt("automatic.publish_after_seconds", "The number of seconds")}
            />
          )}
        </div>
      </SettingsSection>
      <ForRole>
        <DeletePage page={page} />
      </ForRole>
    </>
  );
}

function DeletePage({ page: { id, title } }: { page: StatusPage }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <SettingsSection
      title="Delete"
      description="Deletes the page with its components, incidents and domains. No target is deleted."
    >
      <div>
        <ConfirmButton
          label="Delete status page"
          variant="danger"
          title={`Delete ${title}?`}
          description="Its address stops working, and its incident history is lost. This cannot be undone."
          typed={title}
          action={{
            label: "Delete status page",
            busy: "Deleting …",
            async run() {
              await api.DELETE("/api/v1/status-pages/{id}", { params: { path: { id } } });
              toast(`${title} deleted.`);
              await navigate({ to: "/status-pages" });
              queries.removeQueries({ queryKey: keys.detail("status-pages", id) });
              void queries.invalidateQueries({ queryKey: keys.list("status-pages") });
            },
          }}
        />
      </div>
    </SettingsSection>
  );
}
