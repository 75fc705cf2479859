import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import type { PagePart } from "../editor/page-draft.ts";
import { ACCESS_LABELS, optionsOf } from "../status-labels.ts";

const ACCESS_OPTIONS = optionsOf(ACCESS_LABELS);

/** Who can read the page. */
export function AccessTab({ page, part }: { page: StatusPage; part: PagePart }) {
  const { draft, onChange, errorAt } = part;
  return (
    <SettingsSection title={t("Who can read the page")}>
      <SelectField
        label={t("Access")}
        value={draft.access}
        onValue={(access) => onChange({ access })}
        options={ACCESS_OPTIONS}
        error={errorAt("access", t("The access"))}
      />
      {draft.access === "password" && (
        <Field
          label={page.has_password ? t("New password") : t("Password")}
          type="password"
          autoComplete="new-password"
          hint={
            page.has_password
              ? t("Empty: the present password stays. A new one signs everyone out.")
              : t("At least 8 characters. Visitors stay signed in for 30 days.")
          }
          value={draft.password}
          onValue={(password) => onChange({ password })}
          error={errorAt("password", t("The password"))}
        />
      )}
      {draft.access === "email_domains" && (
        <TagInput
          label={t("Email domains")}
          hint={t("Such as acme.example. Enter or comma adds one.")}
          tags={draft.email_domains}
          onTags={(email_domains) => onChange({ email_domains })}
          error={errorAt("email_domains", t("A domain"))}
        />
      )}
      <TagInput
        label={t("Only from these IP addresses")}
        hint={t(
          "Addresses and networks such as 192.0.2.0/24, in addition to the access above. Empty: from everywhere.",
        )}
        tags={draft.ip_allow}
        onTags={(ip_allow) => onChange({ ip_allow })}
        error={errorAt("ip_allow", t("The list"))}
      />
    </SettingsSection>
  );
}
