import { PAGE_LINKS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import type { PageTheme } from "@vedette/contract/status-pages/status-words.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import type { PagePart } from "../editor/page-draft.ts";
import { ColorFields } from "./color-fields.tsx";
import { CustomCssField } from "./custom-css-field.tsx";
import { ImageFields } from "./image-fields.tsx";

const THEME_OPTIONS = [
  { value: "system", label: t("As the visitor’s device") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const satisfies readonly { value: PageTheme; label: string }[];

export function AppearanceTab({ page, part }: { page: StatusPage; part: PagePart }) {
  const { draft, onChange, errorAt } = part;
  return (
    <>
      <SettingsSection title={t("Theme and colors")}>
        <SelectField
          label={t("Theme")}
          value={draft.theme}
          onValue={(theme) => onChange({ theme })}
          options={THEME_OPTIONS}
          error={errorAt("theme", t("The theme"))}
        />
        <ColorFields {...part} />
      </SettingsSection>
      <SettingsSection
        title={t("Logo and favicon")}
        description={t("PNG or JPEG of at most 512 KiB; the favicon is a PNG. An upload is visible at once.")}
      >
        <ImageFields page={page} />
      </SettingsSection>
      <SettingsSection
        title={t("Links")}
        description={t("In the header of the page, such as to your support.")}
      >
        <LinkFields {...part} />
      </SettingsSection>
      <SettingsSection
        title={t("Custom CSS")}
        description={t(
          "Restyles the page within a list of allowed properties and selectors. Nothing from other servers is loaded.",
        )}
      >
        <CustomCssField {...part} />
      </SettingsSection>
      <SettingsSection title={t("Branding")}>
        <CheckField
          label={t("Hide the line about Vedette in the footer")}
          isChecked={draft.hide_branding}
          onChecked={(hide_branding) => onChange({ hide_branding })}
        />
      </SettingsSection>
    </>
  );
}

function LinkFields({ draft: { links }, onChange, errorAt }: PagePart) {
  const put = (index: number, part: Partial<(typeof links)[number]>) =>
    onChange({ links: links.map((link, place) => (place === index ? { ...link, ...part } : link)) });
  return (
    <div className="grid gap-3">
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity while it is typed.
        <div key={index} className="grid items-start gap-2 sm:grid-cols-[1fr_2fr_auto]">
          <Field
            label={t("Label of link {number}", { number: index + 1 })}
            autoComplete="off"
            placeholder={t("Support")}
            value={link.label}
            onValue={(label) => put(index, { label })}
            error={errorAt(`links.${index}.label`, t("The label"))}
          />
          <Field
            label={t("URL of link {number}", { number: index + 1 })}
            autoComplete="off"
            placeholder="https://help.acme.example"
            value={link.url}
            onValue={(url) => put(index, { url })}
            error={errorAt(`links.${index}.url`, t("The URL"))}
          />
          <IconButton
            label={t("Remove link {number}", { number: index + 1 })}
            icon="close"
            className="sm:mt-7.5"
            onClick={() => onChange({ links: links.filter((_, place) => place !== index) })}
          />
        </div>
      ))}
      {links.length < PAGE_LINKS_MAX && (
        <Button
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange({ links: [...links, { label: "", url: "" }] })}
        >
          {t("Add link")}
        </Button>
      )}
    </div>
  );
}
