import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import type { ReactNode } from "react";
import type { Versioned } from "../../../api/client.ts";
import { ReadOnlyBelow } from "../../../app/for-role.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { t } from "../../../language/t.ts";
import { AccessTab } from "../access/access-tab.tsx";
import { FeedTokenSection } from "../access/feed-token-section.tsx";
import { AppearanceTab } from "../appearance/appearance-tab.tsx";
import { FiguresTab } from "../appearance/figures-tab.tsx";
import { ComponentsTab } from "../components/components-tab.tsx";
import { DomainsTab } from "../domains/domains-tab.tsx";
import { IncidentsTab } from "../incidents/incidents-tab.tsx";
import { MaintenanceTab } from "../incidents/maintenance-tab.tsx";
import { PreviewPane } from "../preview/preview-pane.tsx";
import { usePageState } from "../use-status-pages.ts";
import { BadgeSection } from "./badge-section.tsx";
import { DeletePage } from "./delete-page.tsx";
import { EditorHeader } from "./editor-header.tsx";
import type { EditorTab } from "./editor-search.ts";
import { previewOfPage } from "./page-draft.ts";
import { SaveBar } from "./save-bar.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { type PageForm, usePageForm } from "./use-page-form.tsx";

const route = getRouteApi("/shell/status-pages/$id");

/** The tabs in their order, with the fields of the page that each shows. */
const TABS: readonly EditorTabView[] = [
  { value: "components", label: t("Components"), render: (page) => <ComponentsTab page={page} /> },
  { value: "incidents", label: t("Incidents"), render: (page) => <IncidentsTab page={page} /> },
  { value: "maintenance", label: t("Maintenance"), render: (page) => <MaintenanceTab page={page} /> },
  {
    value: "appearance",
    label: t("Appearance"),
    fields: ["theme", "colors", "custom_css", "links", "hide_branding"],
    render: (page, { part }) => <AppearanceTab page={page} part={part} />,
  },
  {
    value: "figures",
    label: t("Languages and figures"),
    fields: ["timezone", "languages", "default_language", "history_days", "min_incident_seconds", "show"],
    render: (_page, { part }) => <FiguresTab {...part} />,
  },
  {
    value: "access",
    label: t("Access"),
    fields: ["access", "password", "email_domains", "ip_allow"],
    render: (page, { part }) => <AccessTab page={page} part={part} />,
    after: (page) => <FeedTokenSection page={page} />,
  },
  { value: "domains", label: t("Domains"), render: (page) => <DomainsTab page={page} /> },
  {
    value: "settings",
    label: t("Settings"),
    fields: ["title", "slug", "description", "noindex", "automatic"],
    render: (_page, { part }) => <SettingsTab {...part} />,
    after: (page) => (
      <>
        <BadgeSection page={page} />
        <DeletePage page={page} />
      </>
    ),
  },
];

type EditorTabView = {
  value: EditorTab;
  label: string;
  /** Fields of the page that are edited here; the save bar belongs to them. */
  fields?: readonly string[];
  render(page: StatusPage, form: PageForm): ReactNode;
  /** What follows the form. */
  after?(page: StatusPage): ReactNode;
};

export function PageEditor({ loaded }: { loaded: Versioned<StatusPage> }) {
  const page = loaded.data;
  const { tab = "components" } = route.useSearch();
  const navigate = useNavigate();
  const form = usePageForm(loaded);
  const { submission, part } = form;
  const onTab = (value: EditorTab) =>
    void navigate({
      to: "/status-pages/$id",
      params: { id: page.id },
      search: value === "components" ? {} : { tab: value },
      replace: true,
      resetScroll: false,
    });
  const state = usePageState(page.id);
  const hasError = ({ fields = [] }: EditorTabView) =>
    fields.some((field) => part.errorAt(field, "") !== null);
  return (
    <>
      <EditorHeader page={page} />
      <UnsavedGuard isUnsaved={submission.isUnsaved} isBusy={submission.isBusy} />
      <Tabs
        label={t("Parts of the status page")}
        value={tab}
        onValue={onTab}
        tabs={TABS.map((view) => ({
          value: view.value,
          label: labelOf(view, { hasError: hasError(view), drafts: state?.draft_incidents ?? 0 }),
          content: <EditorPanel view={view} page={page} form={form} />,
        }))}
        aside={<PreviewPane page={page} fields={previewOfPage(part.draft)} />}
      />
      {form.dialog}
    </>
  );
}

/** Drafts that alerts wrote wait for someone to publish them. */
function labelOf(
  { value, label }: EditorTabView,
  { hasError, drafts }: { hasError: boolean; drafts: number },
): string {
  if (hasError) return t("{label} (invalid)", { label });
  if (value !== "incidents" || drafts === 0) return label;
  return t("{label} ({drafts, plural, one {# draft} other {# drafts}})", { label, drafts });
}

type EditorPanelProps = { view: EditorTabView; page: StatusPage; form: PageForm };

/** The save bar is in every tab while something is not saved. */
function EditorPanel({ view: { fields, render, after }, page, form }: EditorPanelProps) {
  const { onSubmit, isUnsaved } = form.submission;
  if (fields)
    return (
      <div className="grid gap-5">
        <ReadOnlyBelow>
          <form className="grid gap-5" onSubmit={onSubmit} noValidate>
            {render(page, form)}
            <SaveBar form={form} />
          </form>
        </ReadOnlyBelow>
        {after?.(page)}
      </div>
    );
  return (
    <div className="grid gap-5">
      {render(page, form)}
      {isUnsaved && (
        <form onSubmit={onSubmit} noValidate>
          <SaveBar form={form} />
        </form>
      )}
    </div>
  );
}
