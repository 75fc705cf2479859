import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { CheckField } from "../../../components/field.tsx";

type LocationFieldsProps = {
  chosen: readonly string[];
  onChosen(locations: readonly string[]): void;
  error: string | null;
};

/** Locations of the API monitor. A selected location stays in the list without a runner. */
export function LocationFields({ chosen, onChosen, error }: LocationFieldsProps) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("locations"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/locations", { signal })),
  });
  const ids = [...new Set([...(data ?? []).map(({ id }) => id), ...chosen])].sort();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">Locations</legend>
      {ids.map((id) => (
        <CheckField
          key={id}
          label={id}
          isChecked={chosen.includes(id)}
          onChecked={(isChecked) =>
            onChosen(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
    </fieldset>
  );
}
