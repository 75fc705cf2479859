import { PAGE_COLORS, type PageColor } from "@vedette/contract/status-pages/status-words.ts";
import { useId } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/t.ts";
import type { PagePart } from "../editor/page-draft.ts";

const LABELS: Record<PageColor, string> = {
  accent: t("Links and buttons"),
  background: t("Background"),
  surface: t("Cards"),
  text: t("Text"),
  operational: t("Operational"),
  degraded: t("Degraded performance"),
  partial: t("Partial outage"),
  major: t("Major outage"),
  maintenance: t("Maintenance"),
};

/** Those of the light theme, which a color field shows before a color is chosen. */
const THEME_COLORS: Record<PageColor, string> = {
  ...{ accent: "#0a58ca", background: "#ffffff", surface: "#f6f8fa", text: "#1f2328" },
  ...{ operational: "#1a7f37", degraded: "#9a6700", partial: "#bc4c00", major: "#cf222e" },
  maintenance: "#0969da",
};

/** Colors that replace those of the theme. Without one, light and dark each have their own. */
export function ColorFields(part: PagePart) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Colors")}</legend>
      <p className="text-[0.8125rem] text-soft">
        {t("A color that you set is used in light and dark. Check both in the preview.")}
      </p>
      <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {PAGE_COLORS.map((color) => (
          <ColorField key={color} color={color} {...part} />
        ))}
      </ul>
    </fieldset>
  );
}

function ColorField({ color, draft: { colors }, onChange, errorAt }: PagePart & { color: PageColor }) {
  const id = useId();
  const value = colors[color];
  const error = errorAt(`colors.${color}`, t("The color"));
  const { [color]: _, ...others } = colors;
  return (
    <li className="flex min-h-9 items-center gap-2.5">
      <input
        id={id}
        type="color"
        className="h-8 w-10 flex-none rounded border border-line-strong bg-surface p-0.5"
        value={value ?? THEME_COLORS[color]}
        onChange={({ target }) => onChange({ colors: { ...colors, [color]: target.value } })}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        {LABELS[color]}
        <span className="block text-[0.8125rem] text-soft">{value ?? t("from the theme")}</span>
        {error && <span className="block text-[0.8125rem] text-down">{error}</span>}
      </label>
      {value !== undefined && (
        <Button
          variant="quiet"
          aria-label={t("Reset {color}", { color: LABELS[color] })}
          onClick={() => onChange({ colors: others })}
        >
          {t("Reset")}
        </Button>
      )}
    </li>
  );
}
