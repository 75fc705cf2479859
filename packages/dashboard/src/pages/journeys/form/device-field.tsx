import devices from "@vedette/contract/journeys/playwright-devices.json" with { type: "json" };
import { ComboboxField, type ComboboxOption } from "../../../components/forms/combobox-field.tsx";
import { t } from "../../../language/t.ts";

type DeviceFieldProps = {
  /** "" for a viewport of its own. */
  value: string;
  onValue(device: string): void;
  error: string | null;
};

const OPTIONS: readonly ComboboxOption[] = Object.entries(devices).map(([value, [width, height]]) => ({
  value,
  note: `${width} × ${height}`,
}));

/** Selects one of Playwright's devices, with the size of its viewport. */
export function DeviceField({ value, onValue, error }: DeviceFieldProps) {
  const known = OPTIONS.find((option) => option.value === value);
  // Another version of Playwright may have stored it.
  const options = value === "" || known ? OPTIONS : [{ value }, ...OPTIONS];
  return (
    <ComboboxField
      label={t("Device")}
      hint={
        known
          ? t("Viewport {size}.", { size: known.note ?? "" })
          : t("Leave blank for a viewport of your own.")
      }
      placeholder={t("Custom viewport")}
      options={options}
      value={value === "" ? null : value}
      onValue={(device) => onValue(device ?? "")}
      error={error}
    />
  );
}
