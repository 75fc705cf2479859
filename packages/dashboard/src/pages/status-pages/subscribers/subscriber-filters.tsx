import { SUBSCRIBER_STATES, type SubscriberState } from "@vedette/contract/status-pages/subscriber-words.ts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { STATE_LABELS } from "./subscriber-labels.ts";
import type { SubscriberSearch } from "./subscriber-search.ts";

type FiltersProps = { search: SubscriberSearch; onSearch(search: SubscriberSearch): void };

/** By state, and by a whole address: addresses are stored encrypted, so that a part of one finds nothing. */
export function SubscriberFilters({ search, onSearch }: FiltersProps) {
  const [address, setAddress] = useState(search.address ?? "");
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ ...search, address });
      }}
    >
      <SelectField<SubscriberState | "all">
        label={t("State")}
        error={null}
        value={search.state ?? "all"}
        onValue={(state) => {
          const { state: _before, ...rest } = search;
          onSearch(state === "all" ? rest : { ...rest, state });
        }}
        options={[
          { value: "all", label: t("All") },
          ...SUBSCRIBER_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
        ]}
      />
      <Field
        label={t("Complete address")}
        error={null}
        autoComplete="off"
        value={address}
        onValue={setAddress}
      />
      <Button type="submit">{t("Find")}</Button>
    </form>
  );
}
