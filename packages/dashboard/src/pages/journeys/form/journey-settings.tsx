import { type ApiError, fieldErrorOf, fieldErrorWithin, hasErrorWithin } from "../../../api/api-error.ts";
import { CheckField, SelectField } from "../../../components/forms/field.tsx";
import { type FormTab, FormTabs } from "../../../components/forms/form-tabs.tsx";
import { LocationsField } from "../../../features/targets/fields/locations-field.tsx";
import { organizeTab } from "../../../features/targets/fields/target-tabs.tsx";
import { useLocations } from "../../../features/targets/fields/use-locations.ts";
import { t } from "../../../language/t.ts";
import { DeviceField } from "./device-field.tsx";
import type { CaptureWhen, JourneyDraft } from "./journey-draft.ts";
import { NumberField } from "./step-fields.tsx";

type JourneySettingsProps = {
  draft: JourneyDraft;
  error: ApiError | null;
  onChange(change: Partial<JourneyDraft>): void;
  /** ID of the edited journey. */
  ownId?: string | undefined;
};

const CAPTURES: readonly { value: CaptureWhen; label: string }[] = [
  { value: "on_failure", label: t("On failure") },
  { value: "always", label: t("Always") },
  { value: "never", label: t("Never") },
];

/** Browser, time limits, recordings and locations of a journey. */
export function JourneySettings(props: JourneySettingsProps) {
  const { draft, error, onChange: change, ownId } = props;
  return (
    <section className="card min-w-0 p-5" aria-label={t("Settings")}>
      <FormTabs
        label={t("Settings")}
        tabs={[
          tab(props, "browser", {
            label: t("Browser"),
            paths: ["device", "viewport"],
            content: <BrowserFields {...props} />,
          }),
          tab(props, "retries", {
            label: t("Timeout and retries"),
            paths: ["timeout_seconds", "max_retries"],
            content: <RetryFields {...props} />,
          }),
          tab(props, "recording", {
            label: t("Trace and video"),
            paths: ["capture"],
            content: <RecordingFields {...props} />,
          }),
          tab(props, "locations", {
            label: t("Locations"),
            paths: ["primary_location", "locations"],
            content: <Locations {...props} />,
          }),
          organizeTab({ kind: "journey", draft, change, error, ownId }),
        ]}
      />
    </section>
  );
}

type TabParts = { label: string; paths: readonly string[]; content: FormTab["content"] };

function tab({ error }: JourneySettingsProps, value: string, { label, paths, content }: TabParts): FormTab {
  return { value, label, hasError: hasErrorWithin(error, paths), content };
}

function BrowserFields({ draft, error, onChange }: JourneySettingsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <DeviceField
        value={draft.device}
        onValue={(device) => onChange({ device })}
        error={fieldErrorOf(error, "device", t("The device"))}
      />
      {draft.device === "" && (
        <>
          <NumberField
            label={t("Viewport width")}
            error={fieldErrorOf(error, "viewport.width", t("The width"))}
            value={draft.viewport.width}
            onNumber={(width) => onChange({ viewport: { ...draft.viewport, width } })}
          />
          <NumberField
            label={t("Viewport height")}
            error={fieldErrorOf(error, "viewport.height", t("The height"))}
            value={draft.viewport.height}
            onNumber={(height) => onChange({ viewport: { ...draft.viewport, height } })}
          />
        </>
      )}
    </div>
  );
}

function RetryFields({ draft, error, onChange }: JourneySettingsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label={t("Timeout in seconds")}
        hint={t("Applies to each attempt.")}
        error={fieldErrorOf(error, "timeout_seconds", t("The timeout"))}
        value={draft.timeout}
        onNumber={(timeout) => onChange({ timeout })}
      />
      <NumberField
        label={t("Retries")}
        hint={t("Additional attempts, 0 to 5.")}
        error={fieldErrorOf(error, "max_retries", t("The number"))}
        value={draft.retries}
        onNumber={(retries) => onChange({ retries })}
      />
    </div>
  );
}

function RecordingFields({ draft, error, onChange }: JourneySettingsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Trace")}
        hint={t("Playwright trace of the run")}
        error={fieldErrorOf(error, "capture.trace", t("The choice"))}
        value={draft.trace}
        options={CAPTURES}
        onValue={(trace) => onChange({ trace })}
      />
      <SelectField
        label={t("Video")}
        error={fieldErrorOf(error, "capture.video", t("The choice"))}
        value={draft.video}
        options={CAPTURES}
        onValue={(video) => onChange({ video })}
      />
      {draft.video !== "never" && (
        <CheckField
          label={t("Also record runs that use secrets")}
          hint={t(
            "Secrets cannot be masked in a video. Anyone who can view this journey's runs can see every secret that the page displays.",
          )}
          isChecked={draft.videoWithSecrets}
          onChecked={(videoWithSecrets) => onChange({ videoWithSecrets })}
        />
      )}
    </div>
  );
}

function Locations({ draft, error, onChange }: JourneySettingsProps) {
  const { data = [] } = useLocations();
  const all = [...new Set([draft.primary, ...draft.locations, ...data.map(({ id }) => id)])];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Primary location")}
        hint={t("Used for manual runs.")}
        error={fieldErrorOf(error, "primary_location", t("The location"))}
        value={draft.primary}
        options={all.map((id) => ({ value: id, label: id }))}
        onValue={(primary) =>
          onChange({ primary, locations: draft.locations.filter((id) => id !== primary) })
        }
      />
      <LocationsField
        label={t("Other locations")}
        except={draft.primary}
        chosen={draft.locations}
        onChosen={(locations) => onChange({ locations })}
        error={fieldErrorWithin(error, "locations", t("The locations"))}
      />
    </div>
  );
}
