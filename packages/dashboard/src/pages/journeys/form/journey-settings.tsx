import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { LocationsField } from "../../../features/targets/fields/locations-field.tsx";
import { ParentsField } from "../../../features/targets/fields/parents-field.tsx";
import { useLocations } from "../../../features/targets/fields/use-locations.ts";
import type { CaptureWhen, JourneyDraft } from "./journey-draft.ts";
import { rhythmText } from "./schedule-text.ts";
import { NumberField } from "./step-fields.tsx";

type JourneySettingsProps = {
  draft: JourneyDraft;
  error: ApiError | null;
  onChange(change: Partial<JourneyDraft>): void;
  /** ID of the edited journey. */
  ownId?: string | undefined;
};

const INTERVALS = [60, 300, 600, 900, 1_800, 3_600, 21_600, 43_200, 86_400];
const CAPTURES: readonly { value: CaptureWhen; label: string }[] = [
  { value: "on_failure", label: "On failure" },
  { value: "always", label: "Always" },
  { value: "never", label: "Never" },
];

/** Schedule, locations, viewport and recordings of a journey. */
export function JourneySettings({ draft, error, onChange, ownId }: JourneySettingsProps) {
  const at = (path: string, label: string) => fieldErrorOf(error, path, label);
  const intervals = [...new Set([...INTERVALS, ...(draft.interval === null ? [] : [draft.interval])])];
  return (
    <section className="card grid gap-4 p-5">
      <h2>Schedule and browser</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Schedule"
          error={at("interval_seconds", "The interval")}
          value={String(draft.interval ?? "")}
          options={[
            ...intervals
              .toSorted((one, other) => one - other)
              .map((seconds) => ({ value: String(seconds), label: rhythmText(seconds) })),
            { value: "", label: "On demand only" },
          ]}
          onValue={(text) => onChange({ interval: text === "" ? null : Number(text) })}
        />
        <NumberField
          label="Timeout in seconds"
          hint="Applies to each attempt."
          error={at("timeout_seconds", "The timeout")}
          value={draft.timeout}
          onNumber={(timeout) => onChange({ timeout })}
        />
        <NumberField
          label="Retries"
          hint="Additional attempts, 0 to 5."
          error={at("max_retries", "The number")}
          value={draft.retries}
          onNumber={(retries) => onChange({ retries })}
        />
        <Field
          label="Device"
          hint="Playwright device, e.g. iPhone 15; blank for a custom viewport"
          error={at("device", "The device")}
          value={draft.device}
          onValue={(device) => onChange({ device })}
        />
        {draft.device === "" && (
          <>
            <NumberField
              label="Viewport width"
              error={at("viewport.width", "The width")}
              value={draft.viewport.width}
              onNumber={(width) => onChange({ viewport: { ...draft.viewport, width } })}
            />
            <NumberField
              label="Viewport height"
              error={at("viewport.height", "The height")}
              value={draft.viewport.height}
              onNumber={(height) => onChange({ viewport: { ...draft.viewport, height } })}
            />
          </>
        )}
        <SelectField
          label="Trace"
          hint="Playwright trace of the run"
          error={at("capture.trace", "The choice")}
          value={draft.trace}
          options={CAPTURES}
          onValue={(trace) => onChange({ trace })}
        />
        <SelectField
          label="Video"
          error={at("capture.video", "The choice")}
          value={draft.video}
          options={CAPTURES}
          onValue={(video) => onChange({ video })}
        />
        {draft.video !== "never" && (
          <CheckField
            label="Also record runs that use secrets"
            hint="Secrets cannot be masked in a video. Anyone who can view this journey's runs can see every secret that the page displays."
            isChecked={draft.videoWithSecrets}
            onChecked={(videoWithSecrets) => onChange({ videoWithSecrets })}
          />
        )}
        <TagInput
          label="Tags"
          hint="Press Enter or comma to add."
          error={at("tags", "The tags")}
          tags={draft.tags}
          onTags={(tags) => onChange({ tags })}
        />
        <ParentsField
          noun="journey"
          parents={draft.parents}
          onParents={(parents) => onChange({ parents })}
          error={at("parents", "A parent")}
          ownId={ownId}
        />
        <AboutFields draft={draft} change={onChange} error={error} />
      </div>
      <Locations draft={draft} error={error} onChange={onChange} />
    </section>
  );
}

function Locations({ draft, error, onChange }: JourneySettingsProps) {
  const { data = [] } = useLocations();
  const all = [...new Set([draft.primary, ...draft.locations, ...data.map(({ id }) => id)])];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Primary location"
        hint="Used for manual runs."
        error={fieldErrorOf(error, "primary_location", "The location")}
        value={draft.primary}
        options={all.map((id) => ({ value: id, label: id }))}
        onValue={(primary) =>
          onChange({ primary, locations: draft.locations.filter((id) => id !== primary) })
        }
      />
      <LocationsField
        label="Other locations"
        except={draft.primary}
        chosen={draft.locations}
        onChosen={(locations) => onChange({ locations })}
        error={fieldErrorWithin(error, "locations", "The locations")}
      />
    </div>
  );
}
