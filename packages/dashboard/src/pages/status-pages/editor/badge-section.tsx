import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { BadgeEditor } from "../../../features/badges/badge-editor.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";

/** The badge and the widget of a page. */
export function BadgeSection({ page }: { page: StatusPage }) {
  const { id, title, published, access, ip_allow: addresses } = page;
  const hasWidget = published && access === "public" && addresses.length === 0;
  return (
    <SettingsSection
      title={t("Badge and widget")}
      description={t(
        "Show the overall status on other sites. The widget needs a published page that everyone can read.",
      )}
    >
      <BadgeEditor subject={{ kind: "status-pages", id, name: title, hasWidget }} />
    </SettingsSection>
  );
}
