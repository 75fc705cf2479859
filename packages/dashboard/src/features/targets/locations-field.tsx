import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { CheckField } from "../../components/field.tsx";

type LocationsFieldProps = {
  chosen: readonly string[];
  onChosen(locations: readonly string[]): void;
  error: string | null;
};

/** Locations with runners, and those selected before. */
export function LocationsField({ chosen, onChosen, error }: LocationsFieldProps) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("locations"),
    queryFn: ({ signal }) => pageOf(api.GET("/api/v1/locations", { signal })),
  });
  const runners = new Map(data?.items.map(({ id, runners: count }) => [id, count]));
  const ids = [...new Set([...runners.keys(), ...chosen])].sort();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">Locations</legend>
      {ids.map((id) => (
        <CheckField
          key={id}
          label={id}
          isChecked={chosen.includes(id)}
          onChecked={(isChecked) =>
            onChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
          {...(data && (runners.get(id) ?? 0) === 0 && { hint: "No runner online." })}
        />
      ))}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
    </fieldset>
  );
}
