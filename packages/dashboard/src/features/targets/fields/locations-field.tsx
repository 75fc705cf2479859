import { CheckField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { useLocations } from "./use-locations.ts";

type LocationsFieldProps = {
  label?: string;
  /** A location that another field selects. */
  except?: string;
  chosen: readonly string[];
  onChosen(locations: readonly string[]): void;
  error: string | null;
};

/** Selects locations. A selected location stays in the list without a runner. */
export function LocationsField(props: LocationsFieldProps) {
  const { label = t("Locations"), except, chosen, onChosen, error } = props;
  const { data } = useLocations();
  const runners = new Map(data?.map(({ id, runners: count }) => [id, count]));
  const ids = [...new Set([...runners.keys(), ...chosen])].filter((id) => id !== except).sort();
  if (ids.length === 0) return null;
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {ids.map((id) => (
        <CheckField
          key={id}
          label={id}
          isChecked={chosen.includes(id)}
          onChecked={(isChecked) =>
            onChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
          {...(data && (runners.get(id) ?? 0) === 0 && { hint: t("No runner online.") })}
        />
      ))}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
    </fieldset>
  );
}
