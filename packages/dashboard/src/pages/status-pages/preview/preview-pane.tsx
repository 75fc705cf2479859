import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES } from "@vedette/contract/status-pages/page-languages.ts";
import type { PreviewDocument } from "@vedette/contract/status-pages/page-preview.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { PreviewFrame, type PreviewTheme } from "./preview-frame.tsx";
import { type PreviewFields, usePreview } from "./use-preview.ts";

const THEME_OPTIONS = [
  { value: "page", label: t("Page’s theme") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const satisfies readonly { value: PreviewTheme; label: string }[];
const DOCUMENT_OPTIONS = [
  { value: "page", label: t("Main page") },
  { value: "history", label: t("Incident history") },
  { value: "incident", label: t("Newest incident") },
] as const satisfies readonly { value: PreviewDocument; label: string }[];
const DEVICES = ["desktop", "phone"] as const;

/** From these widths on there is room beside the form, and for the text of a scaled desktop. */
const BESIDE = "(min-width: 80rem)";
const WIDE = "(min-width: 100rem)";

type PreviewPaneProps = { page: StatusPage; fields: PreviewFields };

/** How the page would look with what the form contains. Below the form on narrow screens, where it is closed at first. */
export function PreviewPane(props: PreviewPaneProps) {
  const [isOpen, setOpen] = useState(() => window.matchMedia(BESIDE).matches);
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-3 xl:sticky xl:top-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id="preview">{t("Preview")}</h2>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("Hide preview") : t("Show preview")}
        </Button>
      </div>
      {isOpen && <OpenPreview {...props} />}
    </section>
  );
}

function OpenPreview({ page, fields }: PreviewPaneProps) {
  const [device, setDevice] = useState<(typeof DEVICES)[number]>(() =>
    window.matchMedia(WIDE).matches ? "desktop" : "phone",
  );
  const [theme, setTheme] = useState<PreviewTheme>("page");
  const [document, setDocument] = useState<PreviewDocument>("page");
  const [language, setLanguage] = useState<PageLanguage | null>(null);
  const offered = fields.languages?.length ? fields.languages : PAGE_LANGUAGES;
  const shown = offered.find((one) => one === language) ?? fields.default_language ?? page.default_language;
  const { preview, error } = usePreview(page.id, { ...fields, language: shown, document });
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <fieldset className="flex rounded-lg border border-line-strong">
          <legend className="sr-only">{t("Device")}</legend>
          {DEVICES.map((one) => (
            <label
              key={one}
              className="grid min-h-9 place-items-center rounded-lg px-3 has-checked:bg-accent-ground has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="device"
                className="sr-only"
                checked={device === one}
                onChange={() => setDevice(one)}
              />
              {one === "desktop" ? t("Desktop") : t("Phone")}
            </label>
          ))}
        </fieldset>
        <Choice
          label={t("Document of the preview")}
          value={document}
          onValue={(value) => setDocument(value as PreviewDocument)}
        >
          {DOCUMENT_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice
          label={t("Theme of the preview")}
          value={theme}
          onValue={(value) => setTheme(value as PreviewTheme)}
        >
          {THEME_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice
          label={t("Language of the preview")}
          value={shown}
          onValue={(value) => setLanguage(value as PageLanguage)}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {PAGE_LANGUAGE_NAMES[one]}
            </option>
          ))}
        </Choice>
      </div>
      {error && preview && (
        <Notice kind="warning">
          {t("The preview is not up to date: {message}", { message: error.message })}
        </Notice>
      )}
      {preview && preview.errors.length > 0 && (
        <Notice kind="warning">
          <p>{t("These fields cannot be saved yet:")}</p>
          <ul className="list-disc ps-5">
            {preview.errors.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview ? (
        <PreviewFrame preview={preview} slug={page.slug} theme={theme} isPhone={device === "phone"} />
      ) : (
        <LoadState data={preview} error={error} lines={8} />
      )}
    </>
  );
}

type ChoiceProps = { label: string; value: string; onValue(value: string): void; children: ReactNode };

function Choice({ label, value, onValue, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="min-h-9 min-w-0 flex-1 basis-36 rounded-lg border border-line-strong bg-surface px-2"
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      {children}
    </select>
  );
}
